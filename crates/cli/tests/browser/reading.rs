//! Pages as a screen reader has them: the accessibility tree.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::driver::Browser;
use crate::pages;

/// Role and name of every node that is not ignored.
fn tree(browser: &Browser) -> Vec<(String, String)> {
    browser.develop("Accessibility.enable", &json!({}));
    let tree = browser.develop("Accessibility.getFullAXTree", &json!({}));
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
    let nodes = tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] == false);
    nodes.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
}

#[test]
fn a_film_can_be_read_without_seeing_it() {
    let (browser, folder) = (Browser::start(), pages::folder());
    browser.open(&pages::divergence(folder.path()), (1200, 900), "light");
    let tree = tree(&browser);
    let named = |role: &str| -> Vec<&str> {
        let nodes = tree.iter().filter(|(it, _)| it == role);
        nodes.map(|(_, name)| name.as_str()).collect()
    };
    assert_eq!(named("heading")[0], "samegame: 1 case, 1 divergence");
    assert_eq!(named("slider"), ["Step"]);
    assert_eq!(named("combobox"), ["Speed"]);
    // A browser may list them in another order than they are on the page.
    let buttons: BTreeSet<&str> = named("button").into_iter().collect();
    let expected = [
        "Copy the case",
        "Copy the command: keep it as a test",
        "Copy the command: play it again",
        "Copy the command: see it step by step",
        "First step (Home)",
        "Jump to the divergence (d)",
        "Last step (End)",
        "Play (space)",
        "Show the board before the step (b)",
        "Step back (left arrow)",
        "Step forward (right arrow)",
    ];
    assert_eq!(buttons, expected.into());
    assert_eq!(
        named("image"),
        [
            "Before: 4 rows, 3 columns",
            "Engine: 4 rows, 3 columns; 2 marked: row 3 column 1, row 2 column 1",
            "Oracle: 4 rows, 3 columns; 2 marked: row 3 column 1, row 2 column 1",
        ]
    );
    assert_eq!(named("status").len(), 1);
    let live = browser.value("document.querySelector('[role=status]').getAttribute('aria-live')");
    assert_eq!(live, "polite");
}

#[test]
fn charts_have_their_figures_as_tables() {
    let (browser, folder) = (Browser::start(), pages::folder());
    let arguments = ["verify", "samegame", "--cases", "20", "--seed", "1", "--html", "page.html"];
    pages::twinboard(folder.path(), &arguments);
    browser.open(&folder.path().join("page.html"), (1200, 900), "light");
    // A table of contents first, and the parts folded below it.
    let open = "document.querySelectorAll('main > details[open]').length";
    assert_eq!(browser.value(open), 0);
    browser.click("nav a[href=\"#part-2\"]");
    browser.wait_until("document.querySelector('#part-2').open");
    assert_eq!(browser.value(open), 1);
    browser.value(
        "document.querySelectorAll('details:not([open])').forEach((it) => { it.open = true; })",
    );
    let tree = tree(&browser);
    let has = |role: &str, name: &str| tree.iter().any(|node| *node == (role.into(), name.into()));
    assert!(has("image", "Cases over time: cases over seconds"), "{tree:?}");
    assert!(has("columnheader", "Seconds") && has("rowheader", "1 to 4"), "{tree:?}");
}

#[test]
fn a_browser_that_cannot_unpack_the_boards_says_so_and_shows_the_rest() {
    let (browser, folder) = (Browser::start(), pages::folder());
    let page = pages::divergence(folder.path());
    let old = json!({"source": "delete window.DecompressionStream"});
    browser.develop("Page.addScriptToEvaluateOnNewDocument", &old);
    browser.open(&page, (1200, 900), "light");
    assert!(browser.text("[role=alert]").contains("no DecompressionStream"));
    assert_eq!(browser.text("h1"), "samegame: 1 case, 1 divergence");
    assert_eq!(browser.value("document.querySelectorAll('.film').length"), 0);
}
