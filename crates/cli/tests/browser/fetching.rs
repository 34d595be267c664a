//! Pages fetch nothing, run no script but their own, and cause no error.

use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::driver::Browser;
use crate::pages::{self, opened};

/// Addresses of all requests since the log was last read.
fn requests(browser: &Browser) -> Vec<String> {
    let entries = browser.log("performance").into_iter().filter_map(|entry| {
        let entry: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
        let message = &entry["message"];
        let is_request = message["method"] == "Network.requestWillBeSent";
        let address = message["params"]["request"]["url"].as_str()?;
        is_request.then(|| address.to_owned())
    });
    entries.collect()
}

#[test]
fn no_page_fetches_anything_or_causes_an_error() {
    let browser = Browser::start();
    for page in pages::all() {
        requests(&browser);
        browser.open(page, "");
        browser.press(&['\u{e010}', '\u{e012}', ' ', ' ']);
        assert_eq!(requests(&browser), [format!("file://{}", page.display())]);
        let errors = browser.log("browser");
        assert!(errors.is_empty(), "{}: {errors:?}", page.display());
    }
}

#[test]
fn hostile_texts_stay_texts() {
    let browser = opened(pages::hostile);
    // The faulty player moves first in the second game.
    browser.choose(".film select[aria-label=Game]", "1");
    // On a busy machine the page may unpack the game after the first key.
    let is_drawn = || {
        browser.press(&['\u{e010}']);
        browser.text(".film pre").contains(pages::HOSTILE)
    };
    let mut tries = (0..100).inspect(|_| thread::sleep(Duration::from_millis(50)));
    assert!(tries.any(|_| is_drawn()), "{}", browser.text(".film"));
    assert_eq!(browser.value("window.hacked"), Value::Null);
    assert_eq!(browser.value("document.querySelectorAll('img').length"), 0);
    assert_eq!(browser.value("document.querySelectorAll('script').length"), 2);
}

#[test]
fn the_policy_of_a_page_keeps_other_scripts_from_running() {
    let browser = opened(pages::divergence);
    browser.value(
        "(() => { const it = document.createElement('script'); it.textContent = \
         'window.hacked = 3'; document.body.append(it); })()",
    );
    assert_eq!(browser.value("window.hacked"), Value::Null);
    let errors = browser.log("browser");
    assert!(errors.iter().any(|entry| entry["message"].to_string().contains("Content Security")));
}
