//! Games of the oracles, for tests.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use twinboard_harness::triage::replay;
use twinboard_harness::{RuleSet, TextRules};
use twinboard_vocabulary::text_game::{Lines, TextGame, TextMove, text_side};
use twinboard_vocabulary::{AnyGame, Game, Implementation, TryClone};

pub(crate) type AnyTextGame = AnyGame<<TextRules as RuleSet>::Vocabulary>;

static ALL: LazyLock<Vec<TextRules>> = LazyLock::new(twinboard_oracles::all);

fn rules(name: &str) -> &'static TextRules {
    ALL.iter().find(|rules| rules.name() == name).expect("the rule set is there")
}

/// The game of a rule set from a set-up; `None` if the set-up is refused.
pub(crate) fn set_up(name: &str, setup: &str) -> Option<AnyTextGame> {
    rules(name).pairing().oracle().set_up(&Lines::new(setup))
}

/// The legal moves, in the order of the oracle.
pub(crate) fn legal(game: &AnyTextGame) -> Vec<TextMove> {
    let mut moves = Vec::new();
    let _ = game.visit_legal_moves(&mut |mv| {
        moves.push(mv.clone());
        ControlFlow::Continue(())
    });
    moves
}

/// The game of a rule set from a set-up, whose position has the same text.
pub(crate) fn start(name: &str, setup: &str) -> AnyTextGame {
    let game = set_up(name, setup).unwrap_or_else(|| panic!("{name} refuses\n{setup}"));
    assert_eq!(game.position().as_str(), setup);
    game
}

/// The texts of the legal moves, sorted.
pub(crate) fn moves(game: &AnyTextGame) -> Vec<String> {
    let mut moves: Vec<String> = legal(game).iter().map(|mv| mv.as_str().to_owned()).collect();
    moves.sort();
    moves
}

/// The texts of the legal moves that begin in this way, sorted.
pub(crate) fn moves_from(game: &AnyTextGame, beginning: &str) -> String {
    let mut moves = moves(game);
    moves.retain(|mv| mv.starts_with(beginning));
    moves.join(" ")
}
/// The game after these moves, which are separated by commas.
pub(crate) fn after(game: &AnyTextGame, moves: &str) -> AnyTextGame {
    let mut game = game.try_clone().expect("games in words can be copied");
    for mv in moves.split(", ") {
        let is_legal = legal(&game).iter().any(|legal| legal.as_str() == mv);
        assert!(is_legal, "{mv} in\n{}", game.position());
        assert!(game.play(&TextMove::from(mv)).is_ok(), "{mv}");
    }
    game
}

pub(crate) fn position(game: &AnyTextGame) -> String {
    game.position().as_str().to_owned()
}

/// A text with as many dots in place of each digit.
pub(crate) fn spread(text: &str) -> String {
    let cells = |c: char| c.to_digit(10).map_or(c.to_string(), |n| ".".repeat(n as usize));
    text.chars().map(cells).collect()
}

/// Rows with slashes between them, in which numbers count empty cells.
pub(crate) fn rows(text: &str) -> String {
    spread(text).replace('/', "\n")
}

pub(crate) fn children(game: &AnyTextGame) -> Vec<AnyTextGame> {
    let child = |mv: &TextMove| {
        let mut child = game.try_clone().expect("games in words can be copied");
        child.play(mv).expect("listed moves are legal");
        child
    };
    legal(game).iter().map(child).collect()
}

pub(crate) fn sequences(game: &AnyTextGame, depth: usize) -> Vec<usize> {
    let mut games = vec![game.try_clone().expect("games in words can be copied")];
    let mut counts = Vec::new();
    for length in 1..=depth {
        counts.push(games.iter().map(|game| legal(game).len()).sum());
        // The last moves are counted and not played.
        if length < depth {
            games = games.iter().flat_map(children).collect();
        }
    }
    counts
}

pub(crate) fn outcome(game: &AnyTextGame) -> &'static str {
    game.outcome().as_str()
}

/// What is peculiar to an engine that else plays as the oracle of its rule set.
pub(crate) trait Peculiar: Clone + Send + 'static {
    const RULES: &'static str;

    /// The set-up by which it judges.
    fn judged(setup: &str) -> String {
        setup.to_owned()
    }

    /// What it hashes, given all positions up to the present one.
    fn hashed(positions: &[AnyTextGame]) -> String;
}

/// An engine with keys: it plays all moves again at every question.
#[derive(Clone)]
struct Engine<P> {
    setup: String,
    moves: Vec<String>,
    kind: PhantomData<P>,
}

impl<P: Peculiar> Engine<P> {
    /// The positions from a set-up to the present one.
    fn positions(&self, setup: &str) -> Vec<AnyTextGame> {
        let mut games = vec![set_up(P::RULES, setup).expect("it was set up")];
        for mv in &self.moves {
            let mut game = games[games.len() - 1].try_clone().expect("games can be copied");
            game.play(&TextMove::from(mv.as_str())).expect("it was played");
            games.push(game);
        }
        games
    }

    /// The game as the engine judges it.
    fn judged(&self) -> AnyTextGame {
        self.positions(&P::judged(&self.setup)).pop().expect("there is a position")
    }
}

impl<P: Peculiar> TextGame for Engine<P> {
    fn set_up(setup: &str) -> Result<Self, String> {
        set_up(P::RULES, setup).ok_or("no set-up")?;
        Ok(Self { setup: setup.to_owned(), moves: Vec::new(), kind: PhantomData })
    }

    fn moves(&self) -> Vec<String> {
        moves(&self.judged())
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        self.judged().play(&TextMove::from(mv)).map_err(|reason| reason.as_str().to_owned())?;
        self.moves.push(mv.to_owned());
        Ok(())
    }

    fn position(&self) -> String {
        position(self.positions(&self.setup).last().expect("there is a position"))
    }

    fn outcome(&self) -> Option<String> {
        Some(outcome(&self.judged()).to_owned()).filter(|outcome| outcome != "playing")
    }

    fn key(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        P::hashed(&self.positions(&self.setup)).hash(&mut hasher);
        Some(hasher.finish())
    }
}

/// What the harness finds in a case with such an engine.
pub(crate) fn finding<P: Peculiar>(case: &str) -> Option<String> {
    let engine = Arc::new(text_side::<Engine<P>>());
    let subject = rules(P::RULES).pairing().with_engine(engine).subject();
    let case = subject.case(case).expect("it is one");
    let replayed = replay(&subject, &case, Duration::from_mins(1));
    replayed.divergence().map(|divergence| format!("{:?}", divergence.finding))
}
