//! The fast reader of the judge's input against the plain one of the vocabulary.

#![allow(clippy::needless_pass_by_value)] // quickcheck hands properties their values

use std::io::Read;

use twinboard_vocabulary::samegame::{Grid, SameGame, Selection, text};
use twinboard_vocabulary::{CaseReader, Item, Limits};

use quickcheck::{Arbitrary, Gen};
use quickcheck_macros::quickcheck;
use twinboard_engine::samegame::judge::Reader;

/// Items up to the end or the first error, and that error.
fn read_all(mut reader: impl CaseReader<SameGame>) -> (Vec<Item<SameGame>>, Option<String>) {
    let mut items = Vec::new();
    let error = loop {
        match reader.next_item() {
            Ok(Some(item)) => items.push(item),
            Ok(None) => break None,
            Err(error) => break Some(format!("{error:?}")),
        }
    };
    assert!(matches!(reader.next_item(), Ok(None)), "a reader stays at its end");
    (items, error)
}

/// A stream that returns at most `piece` bytes at once.
struct Trickle<'a> {
    bytes: &'a [u8],
    piece: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.piece);
        self.bytes.read(&mut buffer[..count])
    }
}

#[track_caller]
fn assert_equal(text: &[u8], piece: usize) {
    let plain = |piece| read_all(text::Reader::new(Trickle { bytes: text, piece }, Limits::Judge));
    let fast = |piece| read_all(Reader::new(Trickle { bytes: text, piece }));
    for piece in [piece, usize::MAX] {
        assert_eq!(fast(piece), plain(piece), "{}", String::from_utf8_lossy(text));
    }
}

/// Judge's input with a few faults.
#[derive(Clone, Debug)]
struct Input(Vec<u8>);

impl Arbitrary for Input {
    fn arbitrary(g: &mut Gen) -> Self {
        let below = |g: &mut Gen, limit: u64| u64::arbitrary(g) % limit;
        let mut cases = Vec::new();
        for _ in 0..below(g, 4) {
            let (rows, columns) = (below(g, 11) as u8 + 1, below(g, 41) as u8 + 1);
            let count = usize::from(rows) * usize::from(columns);
            let colours = (0..count).map(|_| below(g, 10) as u8).collect();
            let number = |g: &mut Gen| if below(g, 20) == 0 { below(g, 999) } else { below(g, 41) };
            let selections: Vec<_> =
                (0..below(g, 30)).filter_map(|_| Selection::new(number(g), number(g))).collect();
            cases.push((Grid::new(rows, columns, colours).unwrap(), selections));
        }
        let cases = cases.iter().map(|(grid, selections)| (grid, &selections[..]));
        let mut text = text::print(cases).into_bytes();
        for _ in 0..below(g, 4) {
            let at = below(g, text.len() as u64) as usize;
            let kept = if bool::arbitrary(g) { at } else { at + 1 };
            let new = *g.choose(b"0000123456789  \n\n\t\rx-").unwrap();
            text.splice(at..kept, [new]);
        }
        if below(g, 4) == 0 {
            text.truncate(below(g, text.len() as u64) as usize);
        }
        Self(text)
    }
}

#[quickcheck]
fn usual_input_with_faults_reads_like_the_plain_reader(input: Input, piece: u8) {
    assert_equal(&input.0, 1 + usize::from(piece));
}

#[quickcheck]
fn short_strange_input_reads_like_the_plain_reader(sizes: (u8, u8), pieces: Vec<u8>) {
    const PIECES: &[u8] = b"0123456789    \n\n\t\x0C/:x";
    let piece = |&piece: &u8| PIECES[usize::from(piece) % PIECES.len()];
    let text: Vec<u8> = pieces.iter().map(piece).collect();
    let sizes = format!("1 1 0 0 0 {} {}\n", sizes.0 % 3, sizes.1 % 4);
    assert_equal(&[sizes.as_bytes(), &text].concat(), 3);
}

#[test]
fn sizes_at_and_beyond_the_limits_of_the_judge() {
    let tall = (11..=16).map(|rows| (rows, rows - 6));
    let others = [(0, 1), (1, 0), (1, 1), (10, 40), (11, 40), (10, 41), (40, 10), (99, 99)];
    for (rows, columns) in others.into_iter().chain(tall) {
        let cells = " 7".repeat(rows * columns);
        for end in ["", "\n", " 1 1", "\n1 1\n0 0\n0 0\n", "7 1 1"] {
            let text = format!("1 1\n0\n0 0\n{rows} {columns}{cells}{end}");
            assert_equal(text.as_bytes(), 5);
        }
    }
}
