//! The scanner against a naive reader that applies clauses TX-1 to TX-6 to the complete text.

#![allow(clippy::needless_pass_by_value)] // quickcheck hands properties their values

use std::io::{self, Read};

use quickcheck::{Arbitrary, Gen};
use quickcheck_macros::quickcheck;
use twinboard_vocabulary::text::{InputError, Place, Scanner, TextError};

/// A stream that returns its bytes in small pieces and is interrupted before each.
struct Trickle<'a> {
    bytes: &'a [u8],
    piece: usize,
    interrupted: bool,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = self.piece.min(self.bytes.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

/// Result of reading numbers until the first error or the end.
#[derive(Debug, PartialEq)]
struct Reading {
    numbers: Vec<u64>,
    /// Place of the first token that is not a number, or just past the last token.
    stopped: Place,
    wrong: bool,
}

fn scan(input: impl Read) -> Reading {
    let mut scanner = Scanner::new(input);
    let mut numbers = Vec::new();
    loop {
        match scanner.number("a number") {
            Ok(Some(number)) => numbers.push(number),
            Ok(None) => {
                let stopped = scanner.missing("more").place;
                return Reading { numbers, stopped, wrong: false };
            }
            Err(InputError::Text(error)) => {
                return Reading { numbers, stopped: error.place, wrong: true };
            }
            Err(InputError::Io(error)) => panic!("{error}"),
        }
    }
}

/// Characters as TX-4 counts them.
fn characters(bytes: &[u8]) -> Vec<char> {
    let mut characters = Vec::new();
    for chunk in bytes.utf8_chunks() {
        characters.extend(chunk.valid().chars());
        characters.extend(chunk.invalid().iter().map(|_| '\u{FFFD}'));
    }
    characters
}

fn read_naively(bytes: &[u8]) -> Reading {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut numbers = Vec::new();
    let mut past_last = Place { line: 1, column: 1 };
    let mut place = past_last;
    let mut token: Option<(Place, String)> = None;
    for character in characters(bytes).into_iter().chain(['\n']) {
        if "\t\n\x0C\r ".contains(character) {
            if let Some((start, token)) = token.take() {
                if !token.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Reading { numbers, stopped: start, wrong: true };
                }
                numbers.push(token.parse().unwrap_or(u64::MAX));
                past_last = place;
            }
        } else {
            token.get_or_insert((place, String::new())).1.push(character);
        }
        place.column += 1;
        if character == '\n' {
            place = Place { line: place.line + 1, column: 1 };
        }
    }
    Reading { numbers, stopped: past_last, wrong: false }
}

/// Bytes that are mostly digits and blanks, with an occasional other one.
#[derive(Clone, Debug)]
struct Bytes(Vec<u8>);

impl Arbitrary for Bytes {
    fn arbitrary(g: &mut Gen) -> Self {
        // Each piece up to the first byte that is rare is common.
        const PIECES: &[u8] = b"0|7|12|18446744073709551615|18446744073709551616|\
            99999999999999999999999| | | |\n|\n|\t|\r\n|\x0C|\x0B|x|+5|\xEF\xBB\xBF|\xD0\x92|\
            \xF0\x9F\x98\x80|\xFF|\xE2\x82|\x80";
        let pieces: Vec<&[u8]> = PIECES.split(|&byte| byte == b'|').collect();
        let common = 12;
        let mut bytes = Vec::new();
        for _ in 0..usize::arbitrary(g) % 60 {
            let rare = u8::arbitrary(g) % 40 == 0;
            let from = if rare { &pieces[..] } else { &pieces[..common] };
            bytes.extend_from_slice(g.choose(from).unwrap());
        }
        Self(bytes)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

#[quickcheck]
fn numbers_and_places_agree_with_a_naive_reader(bytes: Bytes) -> bool {
    scan(&bytes.0[..]) == read_naively(&bytes.0)
}

#[quickcheck]
fn a_stream_in_pieces_reads_like_the_complete_text(bytes: Bytes, piece: u8) -> bool {
    let piece = 1 + usize::from(piece % 5);
    let trickle = Trickle { bytes: &bytes.0, piece, interrupted: false };
    scan(trickle) == read_naively(&bytes.0)
}

#[test]
fn lines_and_tokens_far_longer_than_the_buffer_keep_their_places() {
    let mut text = b"7 ".repeat(200_000);
    text.extend_from_slice(&b"9".repeat(300_000));
    text.extend_from_slice(&b" ".repeat(150_000));
    text.extend_from_slice("5 \u{412}1".as_bytes());
    let expected = read_naively(&text);
    assert_eq!(expected.stopped.column, 400_000 + 300_000 + 150_000 + 3);
    assert_eq!(scan(&text[..]), expected);
    assert_eq!(scan(&text[..]), expected);
    let trickle = Trickle { bytes: &text, piece: 1000, interrupted: false };
    assert_eq!(scan(trickle), expected);
}

#[test]
fn a_message_shows_the_token_shortened_and_its_line() {
    let text = format!("1 2\n3 {}x 5 6\n7", "1".repeat(40));
    let error = error_of(text.as_bytes());
    let shown = "line 2, column 3: found `111111111111111111111111…`, expected a number";
    assert_eq!(error.to_string(), shown);
    let source = error.source.expect("the line is still in the buffer");
    assert_eq!(source.text, format!("3 {}x 5 6", "1".repeat(40)));
    assert_eq!((source.start, source.end), (2, 43));
    assert!(!source.cut_before && !source.cut_after);
}

/// The error at the first token that is not a number.
fn error_of(text: &[u8]) -> TextError {
    let mut scanner = Scanner::new(text);
    loop {
        match scanner.number("a number") {
            Ok(number) => assert!(number.is_some(), "the text has no error"),
            Err(InputError::Text(error)) => return *error,
            Err(InputError::Io(error)) => panic!("{error}"),
        }
    }
}

#[test]
fn a_message_shows_the_surroundings_of_an_error_in_a_long_line() {
    let source = |before: usize, found: usize, after: usize| {
        let [before, after] = [before, after].map(|count| "1 ".repeat(count));
        let text = format!("{before}{} {after}\n", "x".repeat(found));
        let source = error_of(text.as_bytes()).source.expect("the line is in the buffer");
        (source.text, source.start..source.end, [source.cut_before, source.cut_after])
    };
    // The complete line; the error may be at its start.
    assert_eq!(source(0, 1, 1), ("x 1".into(), 0..1, [false, false]));
    let all = "1 ".repeat(30) + "xx " + "1 ".repeat(29).trim_end();
    assert_eq!(source(30, 2, 29), (all, 60..62, [false, false]));
    // More than 60 bytes on a side.
    let before = "1 ".repeat(30);
    assert_eq!(source(31, 1, 0), (before.clone() + "x", 60..61, [true, false]));
    let after = "x ".to_owned() + before.trim_end();
    assert_eq!(source(0, 1, 40), (after, 0..1, [false, true]));
    let long = "1 ".to_owned() + &"x".repeat(70);
    assert_eq!(source(1, 70, 0), (long, 2..62, [false, false]));
}

/// A stream that returns a line in one read and must not be read again.
struct OneLine(Option<&'static str>);

impl Read for OneLine {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let line = self.0.take().expect("no second read").as_bytes();
        buffer[..line.len()].copy_from_slice(line);
        Ok(line.len())
    }
}

#[test]
fn the_scanner_reads_no_farther_than_it_must() {
    for line in ["7\n", "\u{FEFF}7\n"] {
        let mut scanner = Scanner::new(OneLine(Some(line)));
        assert_eq!(scanner.number("a number").ok(), Some(Some(7)));
    }
    let reading = scan(b"12 x".chain(io::repeat(b'7')));
    assert_eq!(reading.stopped, Place { line: 1, column: 4 });
    assert!(reading.wrong);
}

#[test]
fn a_character_in_pieces_is_counted_once_after_bytes_were_dropped() {
    let numbers = "7 ".repeat(40_000);
    for (token, characters) in
        [("\u{412}\u{1D400}z".as_bytes(), 3), (b"\xF0\x9D\x90 ", 3), (b"\xD0", 1)]
    {
        // Cut after each byte of the token.
        for cut in 0..=token.len() {
            let bytes = [numbers.as_bytes(), token].concat();
            let (first, second) = bytes.split_at(numbers.len() + cut);
            let mut scanner = Scanner::new(first.chain(second));
            for _ in 0..40_000 {
                assert_eq!(scanner.number("a number").ok(), Some(Some(7)));
            }
            assert!(scanner.token_on_line("a token").is_ok());
            let place = scanner.missing("more").place;
            assert_eq!(place, Place { line: 1, column: 80_000 + characters + 1 }, "{cut}");
        }
    }
}
