//! Layout and colours, on a wide and on a narrow page, in light and in dark.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::driver::Browser;
use crate::pages;

const SIZES: [(&str, (u32, u32)); 2] = [("wide", (1200, 900)), ("narrow", (390, 844))];

/// The lowest contrast of any text with its background (WCAG 2.2), with the text. Backgrounds that
/// are transparent are those of the element around; the texts of cells are tested with the palette.
const LOWEST_CONTRAST: &str = r"
  (() => {
    const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
    const luminance = ([r, g, b]) => [r, g, b].map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
    const ground = (node) => {
      for (let at = node; at; at = at.parentElement) {
        const colour = parse(getComputedStyle(at).backgroundColor);
        if (colour.length < 4 || colour[3] > 0) return colour;
      }
      return [255, 255, 255];
    };
    const all = [...document.querySelectorAll('h1,h2,h3,p,strong,span,pre,button,summary,td,th,code')];
    const shown = all.filter((it) => it.offsetParent && it.textContent.trim() && !it.disabled
      && !it.closest(':disabled'));
    const contrasts = shown.map((it) => {
      const [one, other] = [getComputedStyle(it).color, null];
      const pair = [luminance(parse(one)), luminance(ground(it))].sort((a, b) => b - a);
      return [(pair[0] + 0.05) / (pair[1] + 0.05), it.textContent.slice(0, 40)];
    });
    return contrasts.sort((a, b) => a[0] - b[0])[0];
  })()";

#[test]
fn pages_fit_into_their_window_and_texts_are_readable() {
    let browser = Browser::start();
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("films");
    fs::create_dir_all(&pictures).unwrap();
    for page in pages::all() {
        let name = page.file_stem().unwrap().to_str().unwrap();
        for (size, pixels) in SIZES {
            for scheme in ["light", "dark"] {
                browser.open(page, pixels, scheme);
                let place = format!("{name}, {size}, {scheme}");
                let wide = "document.documentElement.scrollWidth - innerWidth";
                assert!(browser.value(wide).as_f64().unwrap() <= 0.0, "{place} is too wide");
                let lowest = browser.value(LOWEST_CONTRAST);
                assert!(lowest[0].as_f64().unwrap() >= 4.5, "{place}: {lowest}");
                let dark = "getComputedStyle(document.body).backgroundColor == 'rgb(20, 22, 26)'";
                assert_eq!(browser.value(dark), scheme == "dark", "{place}");
                keep(&browser, &pictures.join(format!("{name}-{size}-{scheme}.png")));
            }
        }
    }
}

/// Sides of the cells of the first boards on the page, in pixels.
fn cells(browser: &Browser) -> Vec<f64> {
    let sides = browser.value(
        "[...document.querySelectorAll('figure > svg')].map((it) => \
         it.querySelector('.cell').getBoundingClientRect().width)",
    );
    sides.as_array().unwrap().iter().map(|side| side.as_f64().unwrap()).collect()
}

#[test]
fn boards_use_the_width_of_the_window() {
    let (browser, folder) = (Browser::start(), pages::folder());
    let small = pages::divergence(folder.path());
    let (large, square) =
        (pages::large(folder.path(), 16, 64), pages::large(folder.path(), 16, 40));
    // Least side of a cell, number of boards in the first row, and whether all fits on the screen.
    for (page, width, least, columns, is_whole) in [
        (&small, 1200, 50.0, 3, true),
        (&small, 390, 30.0, 1, false),
        (&large, 1200, 16.5, 1, false),
        (&large, 390, 10.0, 1, false),
        (&square, 1200, 16.5, 1, false),
    ] {
        browser.open(page, (width, 900), "light");
        let sides = cells(&browser);
        let place = format!("{} at {width}: {sides:?}", page.display());
        assert!(sides.len() > 1 && sides.iter().all(|side| *side >= least), "{place}");
        assert!(sides.iter().all(|side| (side - sides[0]).abs() < 1.0), "{place}: not equal");
        let tops = "[...document.querySelectorAll('figure')].map((it) => it.offsetTop)";
        let first = browser.value(&format!("{tops}.filter((top, _, all) => top == all[0]).length"));
        assert_eq!(first, columns, "{place}");
        let below = "document.querySelector('.boards').getBoundingClientRect().bottom";
        let bar = "document.querySelector('.controls').getBoundingClientRect().top";
        let seen = browser.value(&format!("{below} <= {bar}"));
        assert!(seen == true || !is_whole, "{place}: the boards end below the screen");
    }
}

#[test]
fn a_link_covers_no_letter_and_moves_have_arrows() {
    let (browser, folder) = (Browser::start(), pages::folder());
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus/linkpop/edge/blocks-that-could-move-wait-for-the-first-pop.txt");
    pages::twinboard(folder.path(), &["show", file.to_str().unwrap(), "--html", "link.html"]);
    browser.open_at(&folder.path().join("link.html"), "step=1", (1200, 900), "light");
    browser.wait_until("document.querySelector('.film input').value == 1");
    let covered = "(() => { const box = (it) => it.getBoundingClientRect(); \
        const texts = [...document.querySelectorAll('.cell-text:not(.dot)')]; \
        const lines = [...document.querySelectorAll('polyline')]; \
        return texts.filter((text) => lines.some((line) => { const [a, b] = [box(text), box(line)]; \
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom; \
        })).map((text) => text.textContent).join(); })()";
    // The link, and the arrows of the two blocks that move.
    assert_eq!(browser.value("document.querySelectorAll('polyline.stroke').length"), 3);
    assert_eq!(browser.value("document.querySelectorAll('polygon.stroke').length"), 2);
    assert_eq!(browser.value(covered), "");
}

#[test]
fn buttons_are_within_reach_of_a_thumb() {
    let (browser, folder) = (Browser::start(), pages::folder());
    browser.open(&pages::divergence(folder.path()), (390, 844), "light");
    let small = "[...document.querySelectorAll('.controls button')].map((it) => \
                 it.getBoundingClientRect()).filter((it) => it.width > 0 && (it.width < 40 || \
                 it.height < 40 || it.bottom > innerHeight)).length";
    assert_eq!(browser.value(small), 0);
}

/// Keeps a screenshot for people to look at.
fn keep(browser: &Browser, path: &Path) {
    let shot = browser.develop("Page.captureScreenshot", &json!({"format": "png"}));
    let text = shot["data"].as_str().unwrap();
    fs::write(path, decoded(text)).unwrap();
}

/// The bytes of a text in base64.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => u32::from(c - b'A'),
        b'a'..=b'z' => u32::from(c - b'a') + 26,
        b'0'..=b'9' => u32::from(c - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let groups = text.trim_end_matches('=').as_bytes().chunks(4).flat_map(|group| {
        let bits = group.iter().fold(0, |bits, &c| bits << 6 | digit(c)) << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    });
    groups.collect()
}
