//! The differences between two pictures, in the cells and in the words of the caption.

use std::ops::Range;

use super::Picture;

/// The parts of a picture in which it differs from another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Cells that differ, as rows and columns from 0, as drawn.
    pub cells: Vec<(usize, usize)>,
    /// Words of the caption that differ, counted from 0 through all its lines.
    pub words: Vec<usize>,
}

impl Marks {
    /// True if nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.words.is_empty()
    }
}

impl Picture {
    /// The cells and words in which this picture differs from `other`. A word that only `other` has
    /// is marked there only.
    ///
    /// ```
    /// use twinboard_vocabulary::Picture;
    ///
    /// let [one, other] = ["#.\n.#\nWhite moves, castling KQ\n", "#.\n.#\nWhite moves, castling K\n"]
    ///     .map(Picture::of_text);
    /// let marks = one.marks_against(&other);
    /// assert_eq!((marks.cells, marks.words), (vec![], vec![3]));
    /// ```
    #[must_use]
    pub fn marks_against(&self, other: &Self) -> Marks {
        let [own, theirs] =
            [self, other].map(|picture| picture.caption.as_deref().unwrap_or_default());
        Marks { cells: self.differing(other), words: differing_words(own, theirs) }
    }

    /// True if no difference between the pictures can be seen: neither in cells or words, nor in
    /// the shape of the board.
    #[must_use]
    pub fn looks_like(&self, other: &Self) -> bool {
        let are_equal = |one: &Self, other| one.marks_against(other).is_empty();
        are_equal(self, other) && are_equal(other, self) && self.has_frame_of(other)
    }

    /// True if both pictures have the same rows and columns, with equal names and indentation.
    #[must_use]
    pub fn has_frame_of(&self, other: &Self) -> bool {
        let frame = |picture: &Self| {
            let rows = picture.rows.iter().enumerate();
            let rows =
                rows.map(|(r, (name, cells))| (name.clone(), cells.len(), picture.indent(r)));
            (rows.collect::<Vec<_>>(), picture.columns.clone())
        };
        frame(self) == frame(other)
    }
}

/// The words of `own` that differ from those of `other`: all but the words that both begin and end
/// with, and those that are equal in between if both have as many.
fn differing_words(own: &str, other: &str) -> Vec<usize> {
    let [own, other] = [own, other].map(|text| text.split_whitespace().collect::<Vec<_>>());
    let first = own.iter().zip(&other).take_while(|(own, other)| own == other).count();
    let last = own[first..].iter().rev().zip(other[first..].iter().rev());
    let last = last.take_while(|(own, other)| own == other).count();
    let differs = |&at: &usize| own.len() != other.len() || own[at] != other[at];
    (first..own.len() - last).filter(differs).collect()
}

/// A text with a star before each of its words that differs from `other`, word by word. Blanks and
/// lines stay as they are.
///
/// ```
/// use twinboard_vocabulary::picture::starred;
///
/// assert_eq!(starred("castling KQ, no pawn", "castling K, no pawn"), "castling *KQ, no pawn");
/// ```
#[must_use]
pub fn starred(text: &str, other: &str) -> String {
    painted(&parts(text, &differing_words(text, other)), |word| format!("*{word}"))
}

fn painted(parts: &[(&str, bool)], paint: impl Fn(&str) -> String) -> String {
    let paint =
        |&(part, is_marked): &(&str, bool)| if is_marked { paint(part) } else { part.into() };
    parts.iter().map(paint).collect()
}

/// A text in parts: the words of these numbers, which are marked, and all between them.
fn parts<'a>(text: &'a str, words: &[usize]) -> Vec<(&'a str, bool)> {
    let (mut parts, mut end) = (Vec::new(), 0);
    for (number, word) in ranges_of_words(text).enumerate() {
        if words.contains(&number) {
            parts.push((&text[end..word.start], false));
            end = word.end;
            parts.push((&text[word], true));
        }
    }
    parts.push((&text[end..], false));
    parts.retain(|(part, _)| !part.is_empty());
    parts
}

fn ranges_of_words(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_whitespace().map(|word| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        start..start + word.len()
    })
}

impl Picture {
    /// The lines of the caption in parts: the words of these numbers ([`Marks::words`]), which are
    /// true, and the text between them.
    #[must_use]
    pub fn caption_parts(&self, words: &[usize]) -> Vec<Vec<(&str, bool)>> {
        let caption = self.caption.as_deref().unwrap_or_default();
        let mut first = 0;
        let lines = caption.lines().map(|line| {
            let own = words.iter().filter_map(|&number| number.checked_sub(first));
            let own: Vec<usize> = own.collect();
            first += line.split_whitespace().count();
            parts(line.trim_end(), &own)
        });
        lines.collect()
    }

    /// The lines of the caption, with `paint` applied to the words of these numbers
    /// ([`Marks::words`]).
    #[must_use]
    pub fn caption_lines(&self, words: &[usize], paint: impl Fn(&str) -> String) -> Vec<String> {
        self.caption_parts(words).iter().map(|parts| painted(parts, &paint)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Marks, differing_words, starred};
    use crate::Picture;

    #[test]
    fn words_that_differ_are_found_in_captions_of_any_length_and_starred() {
        assert_eq!(differing_words("a b c", "a b c"), []);
        assert_eq!(differing_words("a  b\nc", "a b c"), [], "blanks are no words");
        assert_eq!(differing_words("a x b y c", "a y b x c"), [1, 3]);
        assert_eq!(differing_words("a b c", "a c"), [1]);
        assert_eq!(differing_words("a c", "a b c"), []);
        assert_eq!(differing_words("a a", "a"), [1]);
        assert_eq!(differing_words("a", "a a"), []);
        assert_eq!(differing_words("a b", ""), [0, 1]);
        assert_eq!(differing_words("", "a b"), []);
        assert_eq!(starred("  é b\n c ", "  ö b\n d "), "  *é b\n *c ");
        assert_eq!(starred("", "a"), "");
        let caption = Some("White moves\nno castling".into());
        let picture = Picture { caption, ..Picture::default() };
        let lines = picture.caption_lines(&[1, 2], |word| format!("<{word}>"));
        assert_eq!(lines, ["White <moves>", "<no> castling"]);
    }

    #[test]
    fn cells_words_and_frames_differ_by_themselves() {
        let of = |text: &str, caption: &str| Picture {
            caption: Some(caption.into()),
            ..Picture::of_text(text)
        };
        let one = of("ab\ncd\n", "White moves");
        assert!(one.marks_against(&one).is_empty() && one.has_frame_of(&one));
        let other = of("ab\ncx\n", "Black moves");
        assert!(one.looks_like(&of("ab\ncd\n", " White  moves")));
        assert!(!of("ab\ncd\n", "").looks_like(&one) && !one.looks_like(&of("ab\ncd\n", "")));
        let marks = Marks { cells: vec![(1, 1)], words: vec![0] };
        assert_eq!(one.marks_against(&other), marks);
        let smaller = of("ab\n", "White moves");
        assert!(one.marks_against(&smaller).is_empty() && !one.has_frame_of(&smaller));
        let indented = Picture { indents: vec![0, 1], ..one.clone() };
        assert!(one.marks_against(&indented).is_empty() && !one.has_frame_of(&indented));
        assert!(one.has_frame_of(&Picture { indents: vec![0, 0], ..one.clone() }));
    }
}
