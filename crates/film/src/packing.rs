//! Boards in few bytes.
//!
//! The cells of all boards of a film are one stream of numbers, which refer to a table of different
//! cells. Boards repeat: most cells stay as they are from step to step, and others move together.
//! The stream is therefore written as in LZ77: a number is a cell, and `-length, distance` repeats
//! `length` cells from `distance` cells ago. Boards that are equal are stored once.

#![expect(clippy::cast_possible_wrap, reason = "a stream of 2^63 cells fits into no memory")]

use std::collections::HashMap;

use serde::Serialize;
use twinboard_vocabulary::{Glyph, Picture};

/// Shortest repetition that is written as such.
const LENGTH_MIN: usize = 4;

/// All different pictures of a film.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Pictures {
    /// Different cells: text, and hue or none.
    glyphs: Vec<(String, Option<u8>)>,
    /// Different frames.
    frames: Vec<Frame>,
    /// Frame and caption of each picture.
    #[serde(rename = "pictures")]
    list: Vec<(usize, Option<String>)>,
    /// Cells of all pictures, column by column, each from the top.
    cells: Vec<i64>,
    #[serde(skip)]
    index: Index,
}

/// Names of the rows and columns, and the number of cells of each row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct Frame {
    rows: Vec<String>,
    columns: Vec<String>,
    widths: Vec<usize>,
}

/// Numbers of all entries so far, and the stream before it is packed.
#[derive(Debug, Default)]
struct Index {
    glyphs: HashMap<Glyph, usize>,
    frames: HashMap<Frame, usize>,
    pictures: HashMap<(usize, Option<String>, Vec<usize>), usize>,
    stream: Vec<usize>,
}

impl Pictures {
    /// The number of a picture, which is added if it is new.
    pub(crate) fn number_of(&mut self, picture: &Picture) -> usize {
        let frame = Frame {
            rows: picture.rows.iter().map(|(name, _)| name.clone()).collect(),
            columns: picture.columns.clone(),
            widths: picture.rows.iter().map(|(_, cells)| cells.len()).collect(),
        };
        let frames = &mut self.frames;
        let frame = *self.index.frames.entry(frame).or_insert_with_key(|frame| {
            frames.push(frame.clone());
            frames.len() - 1
        });
        let cells: Vec<usize> = by_columns(picture).map(|glyph| self.glyph(glyph)).collect();
        let (list, stream) = (&mut self.list, &mut self.index.stream);
        let key = (frame, picture.caption.clone(), cells);
        *self.index.pictures.entry(key).or_insert_with_key(|(frame, caption, cells)| {
            stream.extend(cells);
            list.push((*frame, caption.clone()));
            list.len() - 1
        })
    }

    fn glyph(&mut self, glyph: &Glyph) -> usize {
        if let Some(&number) = self.index.glyphs.get(glyph) {
            return number;
        }
        self.glyphs.push((glyph.text.clone(), glyph.hue));
        self.index.glyphs.insert(glyph.clone(), self.glyphs.len() - 1);
        self.glyphs.len() - 1
    }

    /// Packs the stream, once all pictures are in.
    pub(crate) fn pack(&mut self) {
        let size = self.frames.iter().map(|frame| frame.widths.iter().sum()).max().unwrap_or(0);
        self.cells = packed(&self.index.stream, size);
    }
}

/// Cells column by column: those that fall or move up together are neighbours.
fn by_columns(picture: &Picture) -> impl Iterator<Item = &Glyph> {
    let columns = picture.rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    (0..columns).flat_map(|column| picture.rows.iter().filter_map(move |(_, row)| row.get(column)))
}

/// The stream with repetitions. Each is the longer one of two: from the same place of the picture
/// before, which is `size` cells ago, and from the last place with the same next cells.
fn packed(stream: &[usize], size: usize) -> Vec<i64> {
    let mut last: HashMap<&[usize], usize> = HashMap::new();
    let (mut packed, mut at) = (Vec::new(), 0);
    while at < stream.len() {
        let next = stream.get(at..at + LENGTH_MIN);
        let places = [at.checked_sub(size), next.and_then(|next| last.get(next).copied())];
        let lengths = places.into_iter().flatten().filter(|&from| from < at).map(|from| {
            let same = stream[at..].iter().zip(&stream[from..]).take_while(|(a, b)| a == b);
            (same.count(), at - from)
        });
        let (length, distance) = lengths.max_by_key(|(length, _)| *length).unwrap_or((0, 0));
        let length = if length < LENGTH_MIN { 1 } else { length };
        if length == 1 {
            packed.push(stream[at] as i64);
        } else {
            packed.extend([-(length as i64), distance as i64]);
        }
        for place in at..at + length {
            if let Some(next) = stream.get(place..place + LENGTH_MIN) {
                last.insert(next, place);
            }
        }
        at += length;
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::{Pictures, packed};
    use twinboard_vocabulary::Picture;

    /// The inverse of `packed`, as the script of the page does it.
    fn unpacked(packed: &[i64]) -> Vec<usize> {
        let (mut stream, mut packed) = (Vec::new(), packed.iter());
        while let Some(&number) = packed.next() {
            let Ok(cell) = usize::try_from(number) else {
                let distance = usize::try_from(*packed.next().unwrap()).unwrap();
                for _ in 0..-number {
                    stream.push(stream[stream.len() - distance]);
                }
                continue;
            };
            stream.push(cell);
        }
        stream
    }

    #[test]
    fn streams_survive_packing() {
        let falling: Vec<usize> = (0..500).map(|n: usize| (n * n / 7 + n / 50) % 6).collect();
        let same = vec![3; 100];
        for stream in [vec![], vec![1], vec![1, 2, 1, 2], same.clone(), falling] {
            for size in [0, 1, 10, 1000] {
                assert_eq!(unpacked(&packed(&stream, size)), stream);
            }
        }
        assert_eq!(packed(&same, 0), [3, -99, 1]);
    }

    #[test]
    fn equal_pictures_are_stored_once_and_similar_ones_as_repetitions() {
        let rows = |shift: usize| (0..8).map(move |row| (row * 5 + shift) % 8);
        let text = |shift| {
            rows(shift).map(|row| "01234567"[row..].to_owned() + &"."[..1].repeat(row) + "\n")
        };
        let [first, other] = [0, 1].map(|shift| Picture::of_text(&text(shift).collect::<String>()));
        let mut pictures = Pictures::default();
        let numbers = [&first, &other, &first].map(|picture| pictures.number_of(picture));
        assert_eq!(numbers, [0, 1, 0]);
        pictures.pack();
        let stream = unpacked(&pictures.cells);
        assert_eq!((stream.len(), pictures.glyphs.len(), pictures.frames.len()), (128, 9, 1));
        assert!(pictures.cells.len() < 128, "{:?}", pictures.cells);
    }
}
