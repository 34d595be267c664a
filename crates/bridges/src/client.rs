//! What the bridges of all protocols have in common.

use std::cell::Cell;
use std::fmt::Write;
use std::io;

use crate::dialect::{Fen, Loose};
use twinboard_vocabulary::text_game::{AnyTextSide, Lines, TextMove, TextVocabulary};
use twinboard_vocabulary::{AnyGame, Game, Implementation};

/// A game of the oracle, which says whose turn it is and judges what a witness names.
pub(crate) type Judge = AnyGame<TextVocabulary>;

/// A game in progress as the bridge keeps it.
pub(crate) struct Played {
    pub(crate) setup: String,
    /// The moves that were accepted, as the oracle writes them.
    pub(crate) moves: Vec<String>,
    /// The same game on the oracle; `None` after a move that only the engine accepts.
    pub(crate) judge: Option<Judge>,
    /// Number of moves after which the engine has claimed a draw: what comes then is not asked.
    pub(crate) claimed: Cell<Option<usize>>,
}

impl Played {
    /// A game from a set-up; `None` if it is none.
    pub(crate) fn begin(oracle: &AnyTextSide, setup: &str) -> Option<Self> {
        let setup = setup.trim_end();
        let judge = oracle.set_up(&Lines::new(setup))?;
        Some(Self {
            setup: setup.to_owned(),
            moves: Vec::new(),
            judge: Some(judge),
            claimed: Cell::default(),
        })
    }

    /// A game from a set-up with moves; `None` if the oracle refuses one.
    pub(crate) fn after(oracle: &AnyTextSide, setup: &str, moves: &[&str]) -> Option<Self> {
        let mut game = Self::begin(oracle, setup)?;
        for mv in moves {
            game.push(mv);
        }
        game.judge.is_some().then_some(game)
    }

    /// Adds an accepted move.
    pub(crate) fn push(&mut self, mv: &str) {
        self.moves.push(mv.to_owned());
        let is_legal = |judge: &mut Judge| judge.play(&TextMove::from(mv)).is_ok();
        if !self.judge.as_mut().is_some_and(is_legal) {
            self.judge = None;
        }
    }

    /// True if the engine has claimed a draw.
    pub(crate) fn is_claimed(&self) -> bool {
        self.claimed.get().is_some_and(|at| at <= self.moves.len())
    }

    /// The game without its last move.
    pub(crate) fn before(&self, oracle: &AnyTextSide) -> Option<Self> {
        let (_, moves) = self.moves.split_last()?;
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let before = Self::after(oracle, &self.setup, &moves)?;
        before.claimed.set(self.claimed.get().filter(|at| *at <= moves.len()));
        Some(before)
    }

    /// Whether a move is legal by the oracle.
    pub(crate) fn has_legal(&self, mv: &str) -> bool {
        self.legal().iter().any(|legal| legal == mv)
    }

    /// The legal moves by the oracle.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.judge.as_ref().map_or_else(Vec::new, legal)
    }

    /// The position by the oracle.
    pub(crate) fn position(&self) -> String {
        self.judge.as_ref().map(|it| it.position().as_str().to_owned()).unwrap_or_default()
    }
}

/// The legal moves of a game.
pub(crate) fn legal(judge: &Judge) -> Vec<String> {
    let mut moves = Vec::new();
    let _ = judge.visit_legal_moves(&mut |mv| {
        moves.push(mv.as_str().to_owned());
        std::ops::ControlFlow::Continue(())
    });
    moves
}

/// The lines of the handshake for the fields that engines write by different rules, if this one
/// writes them otherwise than the oracle.
pub(crate) fn loose(
    client: &mut dyn Client,
    dialect: &Fen,
    oracle: &AnyTextSide,
    usual: &str,
) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    for Loose { field, moves, reason } in dialect.loose {
        let Some(played) = Played::after(oracle, usual, moves) else { continue };
        let anew = Played::begin(oracle, &played.position());
        let nth = |text: &str| text.split(' ').nth(field - 1).map(str::to_owned);
        let expected = nth(&played.position());
        for game in [Some(played), anew].into_iter().flatten() {
            if client.set_up(&game)? && nth(&client.position(&game)?) != expected {
                lines.push(format!("ignores field {field}: {reason}"));
                break;
            }
        }
    }
    Ok(lines)
}

/// What an engine can tell, found by asking it.
#[derive(Debug, Default)]
pub(crate) struct Hello {
    pub(crate) name: String,
    /// What was found, in words.
    pub(crate) note: String,
    pub(crate) moves: bool,
    pub(crate) position: bool,
    pub(crate) legal: bool,
    pub(crate) observe: bool,
    pub(crate) undo: bool,
    pub(crate) key: bool,
    /// It can say what is wrong with itself: a witness with the moves that it names, or an engine that
    /// `undo` breaks.
    pub(crate) validate: bool,
    pub(crate) start_only: bool,
    /// Further lines of the handshake: limits, variants, parts of positions that are not compared.
    pub(crate) lines: Vec<String>,
}

impl Hello {
    /// The lines of the handshake (EP-11 to EP-13).
    pub(crate) fn text(&self, rule_set: &str) -> String {
        let named = |offers: &[(bool, &'static str)]| {
            offers.iter().filter(|it| it.0).fold(String::new(), |all, it| all + " " + it.1)
        };
        let offers = named(&[
            (true, "end"),
            (self.legal, "legal"),
            (self.observe, "observe"),
            (self.undo, "undo"),
            (self.key, "key"),
            (self.validate, "validate"),
        ]);
        let lacks =
            named(&[(!self.moves, "moves"), (!self.position, "position"), (true, "outcome")]);
        let mut text = format!("protocol 1\nrule-set {rule_set}\nname {}\n", self.name);
        let _ = write!(text, "note {}\noffers{offers}\nlacks{lacks}\n", self.note);
        if self.start_only {
            text += "start-only\n";
        }
        for line in &self.lines {
            text += line;
            text.push('\n');
        }
        text
    }
}

/// The engine behind a bridge. Games are given as a whole: set-up and moves.
pub(crate) trait Client {
    /// Prepares for a set-up; false if the engine does not take it.
    fn set_up(&mut self, game: &Played) -> io::Result<bool>;

    /// The legal moves, as the oracle writes them.
    fn moves(&mut self, game: &Played) -> io::Result<Vec<String>>;

    /// Whether a move is legal, which may be any text of one line.
    fn is_legal(&mut self, game: &Played, mv: &str) -> io::Result<bool>;

    /// The position in the form of the oracle.
    fn position(&mut self, _game: &Played) -> io::Result<String> {
        Ok(String::new())
    }

    /// Observations, `NAME TEXT` in each line.
    fn observe(&mut self, _game: &Played) -> io::Result<String> {
        Ok(String::new())
    }

    /// The hash of the position, in hexadecimal.
    fn key(&mut self, _game: &Played) -> io::Result<String> {
        Ok("0".to_owned())
    }

    /// What is wrong with the moves that the engine names.
    fn validate(&mut self, _game: &Played) -> io::Result<Option<String>> {
        Ok(None)
    }
}
