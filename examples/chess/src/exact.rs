//! Exact texts, for engines in other processes (`--engine COMMAND`).

use twinboard::vocabulary::{ExactText, ParseError};

use crate::game::{CHECKMATE, Chess, Fen, ILLEGAL, PLAYING, STALEMATE, Uci};

/// The texts of [`Chess`]: what is printed.
#[derive(Debug)]
pub struct Texts;

fn one_of(texts: &[&'static str], text: &str) -> Result<&'static str, ParseError> {
    let found = texts.iter().find(|it| **it == text);
    found.copied().ok_or_else(|| format!("one of: {}", texts.join(", ")).into())
}

impl ExactText<Chess> for Texts {
    fn write_legal_move(&self, legal: &Uci, out: &mut String) {
        out.push_str(legal.text());
    }

    fn read_legal_move(&self, text: &str) -> Result<Uci, ParseError> {
        text.parse()
    }

    fn write_event(&self, event: &Uci, out: &mut String) {
        out.push_str(event.text());
    }

    fn read_event(&self, text: &str) -> Result<Uci, ParseError> {
        text.parse()
    }

    fn write_refusal(&self, refusal: &'static str, out: &mut String) {
        out.push_str(refusal);
    }

    fn read_refusal(&self, text: &str) -> Result<&'static str, ParseError> {
        one_of(&[ILLEGAL], text)
    }

    fn write_outcome(&self, outcome: &'static str, out: &mut String) {
        out.push_str(outcome);
    }

    fn read_outcome(&self, text: &str) -> Result<&'static str, ParseError> {
        one_of(&[PLAYING, CHECKMATE, STALEMATE], text)
    }

    fn read_position(&self, text: &str) -> Result<Fen, ParseError> {
        text.trim_end().parse()
    }
}
