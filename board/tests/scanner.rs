//! The scanner against a plain reading of clauses TX-1 to TX-6 over a whole text at once.

#![allow(clippy::needless_pass_by_value)] // quickcheck hands properties their values

use std::io::{self, Read};

use quickcheck::{Arbitrary, Gen};
use quickcheck_macros::quickcheck;
use twinboard_board::text::{InputError, Place, Scanner};

/// A stream that gives its bytes in small pieces, and is interrupted before each.
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

/// What reading numbers until the first error or the end gives.
#[derive(Debug, PartialEq)]
struct Reading {
    numbers: Vec<u64>,
    /// The place of the first token that is no number, or just past the last token.
    stopped: Place,
    wrong: bool,
}

fn scan(input: impl Read) -> Reading {
    scan_at_once(input, 0)
}

/// The same, with up to so many single digits at once between two numbers.
fn scan_at_once(input: impl Read, digits: usize) -> Reading {
    let mut scanner = Scanner::new(input);
    let mut numbers = Vec::new();
    loop {
        let mut at_once = Vec::new();
        scanner.single_digits(&mut at_once, digits);
        assert!(at_once.len() <= digits);
        numbers.extend(at_once.into_iter().map(u64::from));
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

/// Characters as TX-4 counts them, each with whether it is a blank and whether it is a digit.
fn characters(bytes: &[u8]) -> Vec<(char, bool)> {
    let mut characters = Vec::new();
    for chunk in bytes.utf8_chunks() {
        characters.extend(chunk.valid().chars().map(|c| (c, c.is_ascii_digit())));
        characters.extend(chunk.invalid().iter().map(|_| ('\u{FFFD}', false)));
    }
    characters
}

fn read_plainly(bytes: &[u8]) -> Reading {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut numbers = Vec::new();
    let mut past_last = Place { line: 1, column: 1 };
    let mut place = past_last;
    let mut token: Option<(Place, Vec<(char, bool)>)> = None;
    for (character, is_digit) in characters(bytes).into_iter().chain([('\n', false)]) {
        if "\t\n\x0C\r ".contains(character) {
            if let Some((start, token)) = token.take() {
                if !token.iter().all(|&(_, is_digit)| is_digit) {
                    return Reading { numbers, stopped: start, wrong: true };
                }
                let digits = token.iter().map(|&(digit, _)| digit).collect::<String>();
                numbers.push(digits.parse().unwrap_or(u64::MAX));
                past_last = place;
            }
        } else {
            token.get_or_insert((place, Vec::new())).1.push((character, is_digit));
        }
        place.column += 1;
        if character == '\n' {
            place = Place { line: place.line + 1, column: 1 };
        }
    }
    Reading { numbers, stopped: past_last, wrong: false }
}

/// Bytes that are mostly numbers and blanks, with now and then something else.
#[derive(Clone, Debug)]
struct Bytes(Vec<u8>);

impl Arbitrary for Bytes {
    fn arbitrary(g: &mut Gen) -> Self {
        let pieces: &[&[u8]] = &[
            b"0",
            b"7",
            b"12",
            b"18446744073709551615",
            b"18446744073709551616",
            b"99999999999999999999999",
            b" ",
            b" ",
            b" ",
            b"\n",
            b"\n",
            b"\t",
            b"\r\n",
            b"\x0C",
            b"\x0B",
            b"x",
            b"+5",
            b"\xEF\xBB\xBF",
            "\u{412}".as_bytes(),
            "\u{1F600}".as_bytes(),
            b"\xFF",
            b"\xE2\x82",
            b"\x80",
        ];
        let common = 12;
        let mut bytes = Vec::new();
        for _ in 0..usize::arbitrary(g) % 60 {
            let rare = u8::arbitrary(g) % 40 == 0;
            let from = if rare { pieces } else { &pieces[..common] };
            bytes.extend_from_slice(g.choose(from).unwrap());
        }
        Self(bytes)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

#[quickcheck]
fn numbers_and_places_are_those_of_a_plain_reading(bytes: Bytes) -> bool {
    scan(&bytes.0[..]) == read_plainly(&bytes.0)
}

#[quickcheck]
fn a_stream_in_pieces_reads_like_the_whole_text(bytes: Bytes, piece: u8) -> bool {
    let piece = 1 + usize::from(piece % 5);
    let trickle = Trickle { bytes: &bytes.0, piece, interrupted: false };
    scan(trickle) == read_plainly(&bytes.0)
}

#[quickcheck]
fn digits_read_at_once_are_those_read_one_by_one(bytes: Bytes, digits: u8, piece: u8) -> bool {
    let digits = usize::from(digits % 6);
    let trickle =
        Trickle { bytes: &bytes.0, piece: 1 + usize::from(piece % 9), interrupted: false };
    let expected = read_plainly(&bytes.0);
    scan_at_once(&bytes.0[..], digits) == expected && scan_at_once(trickle, digits) == expected
}

#[test]
fn digits_behind_single_spaces_are_read_at_once_and_the_last_one_is_left() {
    let mut scanner = Scanner::new(&b"1 2 3 44 5 6  7 8"[..]);
    let mut digits = vec![0];
    scanner.single_digits(&mut digits, 9);
    assert_eq!(digits, [0], "nothing has been read yet that could be cut");
    assert_eq!(scanner.number("a number").unwrap(), Some(1));
    scanner.single_digits(&mut digits, 9);
    assert_eq!(digits, [0, 2, 3]);
    assert_eq!(scanner.token().expected("x").place, Place { line: 1, column: 5 });
    assert_eq!(scanner.number("a number").unwrap(), Some(44));
    scanner.single_digits(&mut digits, 4);
    assert_eq!(digits, [0, 2, 3, 5], "four are enough");
    for expected in [6, 7] {
        assert_eq!(scanner.number("a number").unwrap(), Some(expected));
    }
    scanner.single_digits(&mut digits, 9);
    assert_eq!(digits, [0, 2, 3, 5], "more of the last token may come");
}

#[test]
fn lines_and_tokens_far_longer_than_the_buffer_keep_their_places() {
    let mut text = b"7 ".repeat(200_000);
    text.extend_from_slice(&b"9".repeat(300_000));
    text.extend_from_slice(&b" ".repeat(150_000));
    text.extend_from_slice("5 \u{412}1".as_bytes());
    let expected = read_plainly(&text);
    assert_eq!(expected.stopped.column, 400_000 + 300_000 + 150_000 + 3);
    assert_eq!(scan(&text[..]), expected);
    assert_eq!(scan_at_once(&text[..], 1000), expected);
    let trickle = Trickle { bytes: &text, piece: 1000, interrupted: false };
    assert_eq!(scan(trickle), expected);
}

#[test]
fn characters_cut_by_the_buffer_are_counted_once() {
    // A token of two-byte characters, shifted so that every alignment is cut somewhere.
    for shift in 0..4 {
        let mut text = b"1".repeat(shift);
        text.extend_from_slice("\u{412}".repeat(100).as_bytes());
        let stopped = scan(&text[..]).stopped;
        assert_eq!(stopped, Place { line: 1, column: 1 });
    }
}

#[test]
fn an_endless_token_that_is_wrong_is_an_error_at_once() {
    let reading = scan(b"12 x".chain(io::repeat(b'7')));
    assert_eq!(reading.stopped, Place { line: 1, column: 4 });
    assert!(reading.wrong);
}

#[test]
fn a_message_shows_the_token_shortened_and_its_line() {
    let text = format!("1 2\n3 {}x 5 6\n7", "1".repeat(40));
    let mut scanner = Scanner::new(text.as_bytes());
    let error = loop {
        match scanner.number("a number") {
            Ok(_) => {}
            Err(InputError::Text(error)) => break error,
            Err(InputError::Io(error)) => panic!("{error}"),
        }
    };
    assert_eq!(
        error.to_string(),
        "line 2, column 3: found `111111111111111111111111…`, expected a number"
    );
    let source = error.source.expect("the line is still in the buffer");
    assert_eq!(source.text, format!("3 {}x 5 6", "1".repeat(40)));
    assert_eq!((source.start, source.end), (2, 43));
    assert!(!source.cut_before && !source.cut_after);
}

#[test]
fn a_byte_order_mark_may_arrive_in_pieces() {
    for piece in 1..=4 {
        let bytes = "\u{FEFF}12 x".as_bytes();
        let reading = scan(Trickle { bytes, piece, interrupted: false });
        assert_eq!(reading.numbers, [12]);
        assert_eq!(reading.stopped, Place { line: 1, column: 4 });
    }
}
