//! Colours of cells, and signs on them.
//!
//! Eight of them follow Okabe and Ito ("Color Universal Design", 2008), whose colours are
//! distinguishable with any kind of colour vision. Contents of equal hue modulo [`COLOURS`] differ
//! by a corner of the cell, and every cell shows its text, so nothing depends on colour alone.

/// Fill and ink of a cell. Ink has a contrast of at least 4.5 to 1 on its fill (WCAG 2.2, AA).
pub(super) const COLOURS: [(&str, &str); 10] = [
    ("#d9d9d9", "#000000"),
    ("#d55e00", "#000000"),
    ("#009e73", "#000000"),
    ("#f0e442", "#000000"),
    ("#0072b2", "#ffffff"),
    ("#cc79a7", "#000000"),
    ("#56b4e9", "#000000"),
    ("#e69f00", "#000000"),
    ("#5b2a86", "#ffffff"),
    ("#4d4d4d", "#ffffff"),
];

/// Paths for the corners of a cell of 20 × 20, by their numbers.
pub(super) const CORNERS: [&str; 5] = [
    "",
    "M.5 .5h5.5l-5.5 5.5z",
    "M19.5 .5v5.5l-5.5 -5.5z",
    "M19.5 19.5h-5.5l5.5 -5.5z",
    "M.5 19.5v-5.5l5.5 5.5z",
];

pub(super) const STAR: &str =
    "M0 -5l1.4 3.1 3.4 .4 -2.5 2.3 .7 3.3 -3 -1.7 -3 1.7 .7 -3.3 -2.5 -2.3 3.4 -.4z";

#[cfg(test)]
mod tests {
    use super::COLOURS;

    /// Relative luminance of a colour as WCAG defines it.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn ink_is_readable_on_its_fill() {
        for (fill, ink) in COLOURS {
            let (one, other) = (luminance(fill), luminance(ink));
            let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
            assert!(contrast >= 4.5, "{ink} on {fill}: {contrast:.1}");
        }
    }
}
