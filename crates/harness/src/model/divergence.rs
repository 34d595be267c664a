//! Findings of lockstep as plain data: nothing here depends on a rule set, so commands, reports and
//! telemetry handle those of all rule sets alike.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use twinboard_vocabulary::{GameFailure, Picture, ProcessFailure};

use crate::model::activity::{Action, Side, Stage};
use crate::model::general_laws::how_to_keep;
use crate::model::guard::Panic;
use crate::model::random::CASE_BYTES;

/// The law that a symmetry commutes with play.
pub(crate) const SYMMETRY: &str = "symmetry";
/// The self-check of an engine that rests on it.
pub(crate) const TRANSFORMED: &str = "a transformed game stays the image of the game";

/// The law that a position determines the rest of the game.
pub(crate) const POSITION: &str = "position";
/// The finding that it does not.
pub(crate) const INCOMPLETE_POSITION: &str =
    "the rule set is at fault, not engine or oracle: its position does not determine the game";

/// Name of the law that set-ups drawn by the rule set can be written to a case file and read back.
pub(crate) const SETUP_TEXT: &str = "text of drawn set-ups";

/// The self-check behind [`Game::is_legal`](twinboard_vocabulary::Game::is_legal).
pub(crate) const LEGALITY: &str = "`is_legal` agrees with the list and with play";

/// The finding that a law of the rule set is wrong.
pub(crate) fn wrong_law(law: &str, name: Option<String>, detail: String) -> Finding {
    Finding::WrongLaw { law: law.to_owned(), name, detail }
}

/// The part of their answers in which the two sides differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// The position.
    Position,
    /// The outcome: the game goes on, or how it ended.
    Outcome,
    /// The list of legal moves, or the data of one of them.
    LegalMoves,
    /// The result of a move: its event, or the reason of its refusal.
    Result,
    /// The result of a move that was only tried, on copies.
    Tried,
    /// The observation of this name ([`Game::observe`](twinboard_vocabulary::Game::observe)).
    #[serde(deserialize_with = "kept")]
    Observation(Name),
}

/// The name of an observation. An alias, because serde would borrow a `&str` from its input.
type Name = &'static str;

/// Reads the name of an observation and keeps it for ever, as names in the source are kept. Lists of
/// known differences are read once and have few of them.
fn kept<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    String::deserialize(deserializer).map(|name| &*name.leak())
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Observation(name) => return write!(f, "`{name}`"),
            Self::Position => "the position",
            Self::Outcome => "the outcome",
            Self::LegalMoves => "the legal moves",
            Self::Result => "the result of the move",
            Self::Tried => "the result of a move that was tried",
        })
    }
}

/// The fault that a case shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Finding {
    /// The sides give different answers.
    Differs {
        /// The part that differs.
        aspect: Aspect,
        /// Answer of the engine; `null` in JSON if the boards show the difference.
        #[serde(serialize_with = "unless_shown")]
        engine: String,
        /// Answer of the oracle; `null` in JSON if the boards show the difference.
        #[serde(serialize_with = "unless_shown")]
        oracle: String,
    },
    /// An invariant is broken: a property that needs no second implementation.
    Broken {
        /// The side that breaks it; `None` if both do, in agreement.
        side: Option<Side>,
        /// Name of the invariant.
        invariant: String,
        /// The contradiction at this step.
        detail: String,
    },
    /// A law that the rule set states does not hold on the oracle either: the law is wrong, and
    /// neither side is.
    WrongLaw {
        /// The law: `symmetry`, `text of drawn set-ups`, `position`, or the method of the rule set
        /// that states it.
        law: String,
        /// Name of the law if there are several of its kind.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The contradiction at this step.
        detail: String,
    },
    /// An assertion about the position, by a program that is neither side, is wrong
    /// ([`Assertions`](crate::Assertions)).
    #[serde(rename = "claimed")]
    FailedAssertion {
        /// Kind of the assertion.
        #[serde(rename = "claim")]
        assertion: String,
        /// The assertion, and the truth.
        detail: String,
    },
    /// A side panicked, or the rule set between two calls of the sides.
    Panicked {
        /// Side, action and step of the panic.
        stage: Stage,
        /// Message of the panic and its place in the source.
        message: String,
    },
    /// A side declared that it cannot go on ([`GameFailure`](twinboard_vocabulary::GameFailure)), or
    /// the rule set gave no set-up.
    Failed {
        /// Side, action and step of the failure.
        stage: Stage,
        /// The reason that the side gave.
        message: String,
        /// The failure of the process of the side, if it is one.
        #[serde(skip)]
        process: Option<Box<ProcessFailure>>,
    },
    /// A side made no progress for the step limit or computed for two fifths of it, or the rule set
    /// between two calls of the sides.
    Hung {
        /// Side, action and step of the hang.
        stage: Stage,
        /// The limit that it exceeded, in milliseconds.
        limit_ms: u64,
    },
    /// The system ended the process that played the case, for example after a stack overflow.
    Killed {
        /// Exit status of the process as the system reports it.
        status: String,
    },
}

impl Finding {
    /// The finding by a panic, or by a failure or a difference that a game declared.
    pub(crate) fn of_panic(stage: Stage, Panic { message, declared }: Panic) -> Self {
        match declared.map(|failure| *failure) {
            Some(GameFailure { results: Some(results), .. }) => {
                let [engine, oracle] = *results;
                Self::Differs { aspect: Aspect::Result, engine, oracle }
            }
            Some(GameFailure { process, .. }) => Self::Failed { stage, message, process },
            None => Self::Panicked { stage, message },
        }
    }

    /// True if two findings probably have the same cause: both a difference, or the same broken
    /// invariant, wrong law or wrong assertion, or both a panic, a failure, a hang or the end of
    /// the process.
    ///
    /// Shrinking accepts only candidates with a finding like the first, so that a case does not end
    /// with another fault than it began with.
    ///
    /// ```
    /// use twinboard_harness::{Aspect, Finding};
    ///
    /// let differs =
    ///     |aspect| Finding::Differs { aspect, engine: String::new(), oracle: String::new() };
    /// assert!(differs(Aspect::Position).is_like(&differs(Aspect::Outcome)));
    /// assert!(!differs(Aspect::Position).is_like(&Finding::Killed { status: String::new() }));
    /// ```
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Broken { invariant: one, .. }, Self::Broken { invariant: other, .. })
            | (Self::WrongLaw { law: one, .. }, Self::WrongLaw { law: other, .. })
            | (
                Self::FailedAssertion { assertion: one, .. },
                Self::FailedAssertion { assertion: other, .. },
            ) => one == other,
            // Trials are random and may be absent from a smaller case; moves of the case are not.
            // Observations are answers of their own: a wrong one says nothing about the others.
            (Self::Differs { aspect: one, .. }, Self::Differs { aspect: other, .. }) => {
                let of_its_own = |aspect| matches!(aspect, Aspect::Tried | Aspect::Observation(_));
                one == other || !of_its_own(*one) && !of_its_own(*other)
            }
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// True for a difference at a move that was only tried and may not be in the case.
    #[must_use]
    pub fn is_tried(&self) -> bool {
        matches!(self, Self::Differs { aspect: Aspect::Tried, .. })
    }

    /// True for an assertion that fails.
    pub(crate) fn is_asserted(&self) -> bool {
        matches!(self, Self::FailedAssertion { .. })
    }

    /// True if the finding is about one move, which may only have been tried: the case that shows
    /// it ends with that move, and fails by it alone.
    pub(crate) fn is_about_a_move(&self) -> bool {
        self.is_tried() || matches!(self, Self::Broken { invariant, .. } if invariant == LEGALITY)
    }

    /// True if the finding needs transformed games: the case shows nothing without them.
    pub(crate) fn is_of_a_symmetry(&self) -> bool {
        match self {
            Self::Broken { invariant, .. } => invariant == TRANSFORMED,
            Self::WrongLaw { law, .. } => law == SYMMETRY,
            _ => false,
        }
    }

    /// The reason and a remedy if the rule set failed to make a case, so that nothing was played.
    #[must_use]
    pub fn of_no_case(&self) -> Option<String> {
        let (stage, detail) = match self {
            Self::Panicked { stage, message } | Self::Failed { stage, message, .. } => {
                (stage, message.clone())
            }
            Self::Hung { stage, limit_ms } => {
                let limit = *limit_ms as f64 / 1e3;
                let detail = format!(
                    "it did not return within {limit} s. In a game in words it plays moves of the \
                     oracle, so one of its methods may hang. A generator that rejects draws until one \
                     fits may never end: once the {CASE_BYTES} bytes of a case are used up, all \
                     draws are the same. Limit its attempts, and return an error after the last"
                );
                (stage, detail)
            }
            _ => return None,
        };
        let makes_case = matches!(stage.action, Action::DrawSetup | Action::Mutate);
        makes_case.then(|| format!("{self}: {detail}"))
    }

    /// True if the process that played the case was killed.
    #[must_use]
    pub fn is_killed(&self) -> bool {
        matches!(self, Self::Killed { .. })
    }

    /// True for a hang.
    #[must_use]
    pub fn is_hung(&self) -> bool {
        matches!(self, Self::Hung { .. })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |stage: &Stage| match stage.side {
            Some(side) => format!("the {side}"),
            None => "the rule set is at fault, not engine or oracle: it".into(),
        };
        match self {
            Self::Differs { aspect, .. } => write!(f, "engine and oracle differ in {aspect}"),
            Self::Broken { side, invariant, .. } => {
                let is_general = how_to_keep(invariant).is_some();
                let what = if is_general { "a law of every game" } else { "an invariant" };
                match side {
                    Some(side) => write!(f, "the {side} breaks {what}: {invariant}"),
                    None => write!(f, "both sides break {what}: {invariant}"),
                }
            }
            Self::WrongLaw { law, name: Some(name), .. } if law == SETUP_TEXT => write!(
                f,
                "the rule set is at fault, not engine or oracle: it draws a set-up that its own \
                 reader {name}"
            ),
            Self::WrongLaw { law, .. } if law == POSITION => f.write_str(INCOMPLETE_POSITION),
            Self::WrongLaw { law, name: None, .. } => {
                write!(f, "the rule set is at fault, not engine or oracle: its {law} is wrong")
            }
            Self::WrongLaw { law, name: Some(name), .. } => write!(
                f,
                "the rule set is at fault, not engine or oracle: its {law} is wrong ({name})"
            ),
            Self::FailedAssertion { assertion, .. } => {
                write!(f, "an assertion about the position is wrong: {assertion}")
            }
            Self::Panicked { stage, .. } => {
                write!(f, "{} panics while {}", who(stage), stage.action)
            }
            Self::Failed { stage, .. } => write!(f, "{} fails while {}", who(stage), stage.action),
            Self::Hung { stage, .. } => {
                write!(f, "{} hangs while {}", who(stage), stage.action)
            }
            Self::Killed { .. } => f.write_str("the process that played the case was killed"),
        }
    }
}

/// A finding with the step at which it was made and the boards around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Divergence {
    /// The fault.
    pub finding: Finding,
    /// The step, from 1; 0 is the set-up.
    pub step: usize,
    /// The move of that step; `None` at the set-up.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Position of both sides before the step.
    #[serde(serialize_with = "as_lines")]
    pub before: Option<Picture>,
    /// Position of the engine after the step; `None` if it did not get that far.
    #[serde(serialize_with = "as_lines")]
    pub engine: Option<Picture>,
    /// Position of the oracle after the step; `None` if it did not get that far.
    #[serde(serialize_with = "as_lines")]
    pub oracle: Option<Picture>,
    /// The outcomes of engine and oracle after the step, if they differ beside the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<[String; 2]>,
    /// What each side breaks by itself, if they differ.
    #[serde(flatten)]
    pub blame: Blame,
    /// A board that should be that of the sides, or must not be taken for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<Box<Beside>>,
    /// The transformed game that shows the fault, if the game of the case does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transformed: Option<Box<Transformed>>,
}

/// What each side breaks by itself at a step where they differ: the side that breaks something is
/// probably the one at fault. Each text is the name of an invariant and the contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Blame {
    /// The invariants that the engine breaks.
    pub engine_breaks: Vec<String>,
    /// The invariants that the oracle breaks.
    pub oracle_breaks: Vec<String>,
    /// The ids of the clauses that the step reaches, if neither side breaks anything; `None` if one
    /// does, or if not both were examined in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare_with: Option<Vec<&'static str>>,
}

impl Blame {
    /// The sides that break something, in a few words.
    fn sides(&self) -> Option<&'static str> {
        match (self.engine_breaks.is_empty(), self.oracle_breaks.is_empty()) {
            (true, true) => None,
            (false, true) => Some("the engine breaks an invariant"),
            (true, false) => Some("the oracle breaks an invariant"),
            (false, false) => Some("both break invariants"),
        }
    }
}

impl fmt::Display for Divergence {
    /// The finding, and the side that breaks an invariant by itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.blame.sides() {
            Some(sides) => write!(f, "{}; {sides}", self.finding),
            None => self.finding.fmt(f),
        }
    }
}

/// A board that contradicts that of the sides, such as the same position set up anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Beside {
    /// Name of the board.
    pub title: String,
    /// The board.
    #[serde(serialize_with = "board_as_lines")]
    pub board: Picture,
}

impl Beside {
    pub(crate) fn new(title: &str, board: Picture) -> Self {
        Self { title: title.to_owned(), board }
    }
}

/// A case transformed by a symmetry, up to the step of the finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transformed {
    /// The name of the symmetry.
    pub symmetry: String,
    /// The transformed set-up.
    #[serde(serialize_with = "as_lines")]
    pub setup: Option<Picture>,
    /// The transformed move of the step.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The transformed position after the step.
    #[serde(serialize_with = "as_lines")]
    pub expected: Option<Picture>,
    /// The engine's position in the transformed game.
    #[serde(serialize_with = "as_lines")]
    pub engine: Option<Picture>,
    /// The oracle's position in the transformed game.
    #[serde(serialize_with = "as_lines")]
    pub oracle: Option<Picture>,
}

impl Divergence {
    /// A finding at the set-up, without boards.
    #[must_use]
    pub fn of(finding: Finding) -> Self {
        Self {
            finding,
            step: 0,
            mv: None,
            before: None,
            engine: None,
            oracle: None,
            blame: Blame::default(),
            beside: None,
            transformed: None,
            outcomes: None,
        }
    }
}

/// The text of a position whose board shows the difference.
pub(crate) const AS_SHOWN: &str = "as its board shows";

fn unless_shown<S: Serializer>(answer: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Some(answer).filter(|answer| *answer != AS_SHOWN).serialize(serializer)
}

fn board_as_lines<S: Serializer>(picture: &Picture, serializer: S) -> Result<S::Ok, S::Error> {
    picture.plain_lines().serialize(serializer)
}

#[expect(clippy::ref_option, reason = "serde hands the field over by reference")]
fn as_lines<S: Serializer>(picture: &Option<Picture>, serializer: S) -> Result<S::Ok, S::Error> {
    let lines = picture.as_ref().map(Picture::plain_lines);
    lines.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::{Aspect, Finding};
    use crate::model::activity::{Action, Side, Stage};

    /// Findings of every kind, with several of a kind where they have different causes.
    fn all() -> Vec<Finding> {
        let stage = Stage { step: 3, side: Some(Side::Engine), action: Action::Play };
        let differs = |aspect| Finding::Differs { aspect, engine: "1".into(), oracle: "2".into() };
        let broken = |name: &str| Finding::Broken {
            side: None,
            invariant: name.into(),
            detail: "there are two".into(),
        };
        let wrong_law = |law: &str| Finding::WrongLaw {
            law: law.into(),
            name: (law == "symmetry").then(|| "left to right".into()),
            detail: "the oracle differs".into(),
        };
        let asserted = |assertion: &str| Finding::FailedAssertion {
            assertion: assertion.into(),
            detail: "it is not".into(),
        };
        vec![
            differs(Aspect::Position),
            differs(Aspect::Tried),
            differs(Aspect::Observation("check")),
            differs(Aspect::Observation("score")),
            broken("cells are conserved"),
            broken("nothing floats"),
            wrong_law("symmetry"),
            wrong_law("`setup_of_position`"),
            asserted("the value"),
            asserted("the best move"),
            Finding::Panicked { stage, message: "gone at a.rs:3".into() },
            Finding::Failed { stage, message: "gone".into(), process: None },
            Finding::Hung { stage, limit_ms: 500 },
            Finding::Killed { status: "signal 9".into() },
        ]
    }

    #[test]
    fn findings_are_alike_if_they_probably_have_the_same_cause() {
        let all = all();
        for (index, one) in all.iter().enumerate() {
            for (other_index, other) in all.iter().enumerate() {
                assert_eq!(one.is_like(other), index == other_index, "{one} and {other}");
            }
        }
        // The aspect, the texts and the side make no difference.
        let of = |aspect| Finding::Differs { aspect, engine: "7".into(), oracle: String::new() };
        assert!(of(Aspect::Outcome).is_like(&all[0]) && of(Aspect::Tried).is_like(&all[1]));
        let alone = Finding::Broken {
            side: Some(Side::Oracle),
            invariant: "nothing floats".into(),
            detail: String::new(),
        };
        assert!(alone.is_like(&all[5]));
    }
}
