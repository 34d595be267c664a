//! Tests of pages in a real browser.
//!
//! They need Chromium and its driver (Debian's packages `chromium` and `chromium-driver`), so
//! they run only if they are named:
//!
//! ```text
//! cargo test -p twinboard-cli --test browser
//! ```

#[path = "../shared/mod.rs"]
mod shared;

mod driver;
mod fetching;
mod pages;
mod stepping;
