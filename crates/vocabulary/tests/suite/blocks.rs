//! The default case format: printed cases read back, and errors have the right places.

use std::fmt;
use std::str::FromStr;

use twinboard_vocabulary::text::{Scanner, blocks};
use twinboard_vocabulary::{CaseReader, InputError, Item, ParseError, Rest, Vocabulary};

/// A game on lines of numbers; a move names one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Lines(Vec<u64>);

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|number| writeln!(f, "{number}"))
    }
}

impl FromStr for Lines {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scanner = Scanner::new(text.as_bytes());
        let mut numbers = Vec::new();
        while let Some(number) = scanner.number("a number")? {
            numbers.push(number);
        }
        Ok(Self(numbers))
    }
}

impl Vocabulary for Numbers {
    const NAME: &'static str = "numbers";
    type Setup = Lines;
    type Move = u8;
    type LegalMove = u8;
    type Event = u8;
    type Refusal = &'static str;
    type Position = Lines;
    type Outcome = bool;

    fn is_over(outcome: bool) -> bool {
        outcome
    }
}

type Case = (Vec<u64>, Vec<u8>);

fn read(text: &[u8]) -> Result<Vec<Case>, String> {
    let mut reader = blocks::Reader::<Numbers, _>::new(text);
    let mut cases: Vec<Case> = Vec::new();
    loop {
        match reader.next_item() {
            Ok(Some(Item::Setup(Lines(numbers)))) => cases.push((numbers, vec![])),
            Ok(Some(Item::Move(mv))) => cases.last_mut().unwrap().1.push(mv),
            Ok(Some(Item::Answer(rest))) => assert_eq!(rest, Rest::Stop),
            Ok(None) => return Ok(cases),
            Err(error) => {
                assert!(matches!(reader.next_item(), Ok(None)), "nothing comes after an error");
                return Err(error.to_string());
            }
        }
    }
}

#[test]
fn cases_are_blocks_of_lines_and_read_back_when_printed() {
    let one = (vec![1, 2], vec![7, 8]);
    let two = (vec![3], vec![]);
    for text in ["1\n2\n> 7\n> 8\n\n3\n", "\u{feff}\n1\r\n2  \r\n>7\r\n>   8\r\n\r\n\n3"] {
        assert_eq!(read(text.as_bytes()), Ok(vec![one.clone(), two.clone()]), "{text:?}");
    }
    assert_eq!(read(b"\n\n"), Ok(vec![]));
    for (setup, moves) in [(vec![5, 6], vec![1, 2]), (vec![0], vec![])] {
        let text = blocks::print::<Numbers>(&Lines(setup.clone()), &moves);
        assert_eq!(read(text.as_bytes()), Ok(vec![(setup, moves)]), "{text}");
    }
}

#[test]
fn errors_are_reported_with_their_places() {
    let long = format!("1\n> {}\n", "9".repeat(80));
    for (text, expected) in [
        ("1\n2 x\n", "line 2, column 3: found `x`, expected a number"),
        ("\n\n1\nx\n> 1\n", "line 4, column 1: found `x`, expected a number"),
        ("1\n>  x\n", "line 2, column 4: found `x`, expected a whole number"),
        ("1\n>\n", "line 2, column 2: the line ends, expected a whole number"),
        ("> 1\n", "line 1, column 1: found `> 1`, expected a set-up before its moves"),
        ("1\n> 1\n2\n", "line 3, column 1: found `2`, expected `>` and a move, or an empty line"),
        (&long, "line 2, column 3: found `999999"),
    ] {
        let error = read(text.as_bytes()).expect_err(text);
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
}

/// With the start of the line, an excerpt can have the name of the file and the column.
#[test]
fn an_excerpt_begins_with_the_line() {
    for (text, line, found) in [("1\n>  x y\n", ">  x y", "x y"), ("1\n2 x\n> 1\n", "2 x", "x")] {
        let mut reader = blocks::Reader::<Numbers, _>::new(text.as_bytes());
        let error = std::iter::from_fn(|| reader.next_item().transpose()).find_map(Result::err);
        let Some(InputError::Text(error)) = error else { panic!("{text:?} can be read") };
        let source = error.source.expect("there is an excerpt");
        assert_eq!((&*source.text, &source.text[source.start..source.end]), (line, found));
        assert!(!source.cut_before, "{text:?}");
    }
}

#[test]
fn an_endless_line_or_set_up_is_an_error() {
    let long = [vec![b'1'; 1 << 16], vec![b'\n']].concat();
    for (text, expected) in [
        (vec![b'1'; (1 << 20) + 5], "expected a line of less than 1 MiB"),
        (long.repeat(1 << 10), "expected a set-up of at most 64 MiB"),
        (b"1\n".repeat(1 << 17), "expected a set-up of less than 65536 lines"),
    ] {
        let error = read(&text).unwrap_err();
        assert!(error.ends_with(expected), "{error}");
    }
}
