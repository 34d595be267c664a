//! What the bridges of all protocols have in common.

use std::cell::RefCell;
use std::fmt::Write;
use std::io;

use twinboard_vocabulary::text_game::{AnyTextSide, Lines, TextMove, TextVocabulary};
use twinboard_vocabulary::{AnyGame, Game, Implementation};

use crate::dialect::{DisputedField, Fen};
use crate::wire::Process;

/// The outcome of a game that goes on.
pub(crate) const PLAYING: &str = "playing";

/// A game of the oracle, which says whose turn it is and judges what a witness names.
pub(crate) type Judge = AnyGame<TextVocabulary>;

/// A game in progress as the bridge keeps it.
pub(crate) struct Played {
    pub(crate) setup: String,
    /// The moves that were accepted, as the oracle writes them.
    pub(crate) moves: Vec<String>,
    oracle: AnyTextSide,
    /// The same game on the oracle after some of the moves: it is slow, and often not asked.
    judged: RefCell<Judged>,
    /// The moves after which the engine has claimed a draw: what comes then is not asked.
    pub(crate) claimed: RefCell<Option<Vec<String>>>,
}

/// A game on the oracle after this number of moves; no game if the oracle refuses the set-up or a
/// move.
type Judged = Option<(usize, Option<Judge>)>;

impl Played {
    /// A game from a set-up.
    pub(crate) fn begin(oracle: &AnyTextSide, setup: &str) -> Self {
        Self {
            setup: setup.trim_end().to_owned(),
            moves: Vec::new(),
            oracle: oracle.clone(),
            judged: RefCell::default(),
            claimed: RefCell::default(),
        }
    }

    /// A game from a set-up with moves; `None` if the oracle refuses one.
    pub(crate) fn after(oracle: &AnyTextSide, setup: &str, moves: &[&str]) -> Option<Self> {
        let mut game = Self::begin(oracle, setup);
        game.moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
        game.is_known().then_some(game)
    }

    /// The game without its last move.
    pub(crate) fn before(&self) -> Option<Self> {
        let (_, moves) = self.moves.split_last()?;
        let claimed = self.claimed.clone();
        Some(Self { moves: moves.to_vec(), claimed, ..Self::begin(&self.oracle, &self.setup) })
    }

    /// True if the engine has claimed a draw.
    pub(crate) fn is_claimed(&self) -> bool {
        self.claimed.borrow().as_ref().is_some_and(|claimed| self.moves.starts_with(claimed))
    }

    /// The answer of the oracle's game; `None` if the oracle refuses the set-up or a move.
    pub(crate) fn judged<T>(&self, answer: impl FnOnce(&Judge) -> T) -> Option<T> {
        let mut judged = self.judged.borrow_mut();
        let set_up = || self.oracle.set_up(&Lines::new(&self.setup));
        let (count, judge) = judged.get_or_insert_with(|| (0, set_up()));
        for mv in &self.moves[*count..] {
            let is_legal = |judge: &mut Judge| judge.play(&TextMove::from(mv.as_str())).is_ok();
            if !judge.as_mut().is_some_and(is_legal) {
                *judge = None;
            }
        }
        *count = self.moves.len();
        judge.as_ref().map(answer)
    }

    /// True if the oracle plays this game, too.
    pub(crate) fn is_known(&self) -> bool {
        self.judged(|_| ()).is_some()
    }

    /// Whether a move is legal by the oracle.
    pub(crate) fn has_legal(&self, mv: &str) -> bool {
        self.legal().iter().any(|legal| legal == mv)
    }

    /// The legal moves by the oracle.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.judged(legal).unwrap_or_default()
    }

    /// The outcome by the oracle.
    pub(crate) fn outcome(&self) -> String {
        self.judged(|judge| judge.outcome().to_string()).unwrap_or_default()
    }

    /// The position by the oracle.
    pub(crate) fn position(&self) -> String {
        self.judged(|judge| judge.position().as_str().to_owned()).unwrap_or_default()
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
pub(crate) fn disputed(
    client: &mut dyn Client,
    dialect: &Fen,
    oracle: &AnyTextSide,
    usual: &str,
) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    for DisputedField { field, moves, reason } in dialect.disputed {
        let Some(played) = Played::after(oracle, usual, moves) else { continue };
        let anew = Played::begin(oracle, &played.position());
        let nth = |text: &str| text.split(' ').nth(field - 1).map(str::to_owned);
        let expected = nth(&played.position());
        for game in [played, anew] {
            // Another rule leaves the field out, or counts otherwise.
            let is_excused = |text: &String| text == "-" || text.parse::<u64>().is_ok();
            if !client.set_up(&game)? {
                continue;
            }
            let answer = nth(&client.position(&game)?);
            if answer != expected && answer.as_ref().is_none_or(is_excused) {
                lines.push(format!("ignores field {field}: {reason}"));
                break;
            }
        }
    }
    Ok(lines)
}

/// What an engine can tell, found by asking it.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "offers are independent of each other")]
pub(crate) struct Hello {
    pub(crate) name: String,
    /// What was found, in words.
    pub(crate) note: String,
    pub(crate) moves: bool,
    pub(crate) position: bool,
    pub(crate) outcome: bool,
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
        let lacks = named(&[
            (!self.moves, "moves"),
            (!self.position, "position"),
            (!self.outcome, "outcome"),
        ]);
        let mut text = format!("protocol 1\nrule-set {rule_set}\nname {}\n", self.name);
        let _ = write!(text, "note {}\noffers{offers}\n", self.note);
        if !lacks.is_empty() {
            let _ = writeln!(text, "lacks{lacks}");
        }
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

    /// The outcome in the form of the oracle.
    fn outcome(&mut self, _game: &Played) -> io::Result<String> {
        Ok(PLAYING.to_owned())
    }

    /// Observations, `NAME TEXT` in each line.
    fn observe(&mut self, _game: &Played) -> io::Result<String> {
        Ok(String::new())
    }

    /// The hash of the position, in hexadecimal.
    fn key(&mut self, _game: &Played) -> io::Result<String> {
        Ok("0".to_owned())
    }

    /// Its process.
    fn process(&mut self) -> &mut Process;

    /// What is wrong with the moves that the engine names.
    fn validate(&mut self, _game: &Played) -> io::Result<Option<String>> {
        Ok(None)
    }
}
