//! Keys, buttons and the boards that they show.

use crate::driver::Browser;
use crate::pages::{self, opened};

/// Codes of keys in the protocol `WebDriver`.
const LEFT: char = '\u{e012}';
const RIGHT: char = '\u{e014}';
const HOME: char = '\u{e011}';
const END: char = '\u{e010}';

fn title(browser: &Browser) -> String {
    browser.text(".step strong")
}

#[test]
fn a_divergence_is_shown_at_once_and_stepped_through() {
    let browser = opened(pages::divergence);
    let failing = "Step 2: select 1 1: engine and oracle differ in the position; the engine \
                   breaks an invariant";
    assert_eq!(title(&browser), failing);
    let names = "[...document.querySelectorAll('figcaption')].map((it) => it.textContent).join()";
    assert_eq!(browser.value(names), "Before,Engine,Oracle");
    assert_eq!(browser.value("document.querySelectorAll('.differs').length"), 4);
    assert!(browser.text("[role=status]").contains("The cells with a star differ."));

    browser.press(&[HOME]);
    assert_eq!(title(&browser), "The set-up");
    assert_eq!(browser.value("document.querySelectorAll('.differs').length"), 0);
    browser.press(&[RIGHT]);
    assert!(title(&browser).starts_with("Step 1: select 1 3"), "{}", title(&browser));
    browser.press(&[LEFT, LEFT, LEFT]);
    assert_eq!(title(&browser), "The set-up");
    browser.press(&[END]);
    assert_eq!(title(&browser), failing);
    browser.press(&[HOME, 'd']);
    assert_eq!(title(&browser), failing);
    browser.press(&['b']);
    assert_eq!(browser.value(names), "Engine,Oracle");

    browser.click("button[aria-label^=\"First step\"]");
    assert_eq!(title(&browser), "The set-up");
    browser.click("button[aria-label^=\"Step forward\"]");
    assert!(title(&browser).starts_with("Step 1: "));
    browser.click("button[aria-label^=\"Jump to\"]");
    assert_eq!(title(&browser), failing);
    // The keys work while a button has the focus, and space presses the button.
    browser.press(&[HOME, ' ']);
    assert_eq!(title(&browser), failing);
}

#[test]
fn a_game_is_played_to_its_end() {
    let browser = opened(pages::divergence);
    browser.press(&[HOME, ' ']);
    assert_eq!(browser.text("button.main"), "Pause");
    browser.wait_until("document.querySelector('.film input').value == 2");
    browser.wait_until("document.querySelector('button.main').textContent == 'Play'");
    assert!(title(&browser).starts_with("Step 2: "));
}

#[test]
fn the_text_of_the_boards_and_the_case_are_there_to_copy() {
    let browser = opened(pages::divergence);
    browser.value("document.querySelectorAll('summary')[0].click()");
    browser.wait_until("document.querySelector('[aria-label=\"Step as text\"]').textContent != ''");
    let text = browser.text("[aria-label=\"Step as text\"]");
    assert!(text.starts_with("step 2: select 1 1\n\n  before       engine"), "{text}");
    assert!(text.contains("the engine breaks an invariant"), "{text}");
    assert!(browser.text("[aria-label=\"The case\"]").starts_with("4 3\n"));
    let commands = "document.querySelectorAll('.command').length";
    assert_eq!(browser.value(commands), 3);
    // Headless browsers may refuse the clipboard; then the text is selected.
    browser.click("button[aria-label=\"Copy the case\"]");
    let copied = "/Copied|Selected/.test(document.querySelector('[aria-label=\"Copy the case\"]').textContent)";
    browser.wait_until(copied);
}

#[test]
fn words_that_differ_arrows_and_pieces_on_hexagons_are_drawn() {
    let browser = opened(pages::stones);
    let all = |selector: &str, what: &str| {
        browser
            .value(&format!("[...document.querySelectorAll('{selector}')].map({what}).join('|')"))
    };
    let notes = "White to move\nrights: q|Black to move\nrights: *q|Black to move\nrights: *-";
    assert_eq!(all("figure > p", "(it) => it.textContent"), notes);
    assert_eq!(all(".word", "(it) => it.textContent"), "*q|*-");
    let legend = "Arrow: the move · star: word in which engine and oracle differ";
    assert_eq!(browser.text(".legend"), legend);
    let labels =
        all("figure > svg", "(it) => it.getAttribute(\"aria-label\").split(\"; \").at(-1)");
    let expected = "White to move\nrights: q|marked in the caption: q|marked in the caption: -";
    assert_eq!(labels, expected);
    // An arrow with its head on the board before, and a light and a dark stone on each.
    assert_eq!(browser.value("document.querySelectorAll('polygon.stroke').length"), 1);
    let discs = ["light", "dark"].map(|kind| {
        browser
            .value(&format!("document.querySelectorAll('figure:first-child .disc.{kind}').length"))
    });
    assert_eq!(discs, [1, 1]);
    // Rows of hexagons begin half a cell apart.
    let begin = |cell: usize| {
        let node = format!("document.querySelectorAll('figure:first-child svg > g')[{}]", cell + 1);
        browser.value(&format!("{node}.transform.baseVal[0].matrix.e")).as_i64().unwrap()
    };
    assert_eq!(begin(0) - begin(3), 10);
    let text = browser.text("figure:first-child desc");
    assert!(text.starts_with("Before\n0 |  . O .\n3 | . . o .\n7 |  . . .\n"), "{text}");
    let text = browser.text("figure:nth-child(2) desc");
    assert!(text.contains("rights: *q"), "{text}");
}

/// Address of the page behind its path.
fn address(browser: &Browser) -> String {
    browser.value("location.hash").as_str().unwrap_or_default().to_owned()
}

#[test]
fn an_address_names_a_step_and_a_game() {
    let (browser, folder) = (Browser::start(), tempfile::tempdir().unwrap());
    let page = pages::divergence(folder.path());
    browser.open(&page, "#step=1");
    browser.wait_until("document.querySelector('.film input').value == 1");
    assert!(title(&browser).starts_with("Step 1: "));
    browser.press(&[LEFT]);
    assert_eq!(address(&browser), "#step=0");
    // Whoever changes the address of an open page, or mistypes it, sees a step, too.
    browser.value("location.hash = '#step=2'");
    browser.wait_until("document.querySelector('.film input').value == 2");
    browser.value("location.hash = '#step=99999999999999999999'");
    browser.value("location.hash = '#game=7&step=-1'");
    assert!(title(&browser).starts_with("Step 2: "));

    let page = pages::tournament(folder.path());
    browser.open(&page, "#game=2&step=1");
    browser.wait_until("document.querySelector('.film select').value == '1'");
    assert!(title(&browser).starts_with("Step 1: "), "{}", title(&browser));
}

#[test]
fn a_game_is_selected_in_the_list_of_games() {
    let browser = opened(pages::tournament);
    let names = "[...document.querySelectorAll('.film .inside > .pick > span')].map((it) => it.textContent).join()";
    assert_eq!(browser.value(names), "greedy moves first,random");
    browser.choose(".film select[aria-label=Game]", "1");
    browser.wait_until(&format!("{names} == 'random moves first,greedy'"));
    assert_eq!(address(&browser), "#game=2&step=0");
    browser.press(&[RIGHT]);
    assert!(browser.text(".step").starts_with("randomStep 1: "), "{}", browser.text(".step"));
    // The colour of a player is that of the sign beside the name, in every game.
    let colour = |selector: &str, property: &str| {
        let node = format!("document.querySelector('{selector}')");
        browser.value(&format!("getComputedStyle({node}).{property}"))
    };
    let [random, greedy] = [1, 2]
        .map(|seat| colour(&format!(".inside > .pick > span:nth-child({seat}) .swatch"), "fill"));
    assert_ne!(random, greedy);
    assert_eq!(colour(".boards .stroke.cells", "stroke"), random);
}
