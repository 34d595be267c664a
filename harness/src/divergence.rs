//! What lockstep found wrong, as data: nothing here depends on the rule set any more.

use std::fmt;

use board::Picture;
use serde::{Serialize, Serializer};

use crate::activity::{Side, Stage};

/// The law that a symmetry commutes with play.
pub(crate) const SYMMETRY: &str = "symmetry";
/// The promise of an engine that rests on it.
pub(crate) const TRANSFORMED: &str = "a transformed game goes the same way";

/// In what the two sides differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// What stands on the board.
    Position,
    /// Whether the game goes on.
    Outcome,
    /// Which moves are legal, and what is said of them.
    LegalMoves,
    /// Whether a move is accepted, what it did, or why it was refused.
    Result,
    /// The same of a move that was only tried, on copies, where there are too many to list.
    Tried,
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "the position",
            Self::Outcome => "how the game stands",
            Self::LegalMoves => "the legal moves",
            Self::Result => "what became of the move",
            Self::Tried => "what became of a move that was tried",
        })
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Finding {
    /// Both sides answered, and not alike.
    Differs {
        /// In what.
        aspect: Aspect,
        /// What the engine says.
        engine: String,
        /// What the oracle says.
        oracle: String,
    },
    /// Something does not hold that must hold without a second implementation.
    Broken {
        /// Which side breaks it; `None` if both do, in agreement.
        side: Option<Side>,
        /// What must hold.
        invariant: String,
        /// What is wrong.
        detail: String,
    },
    /// A law that the rule set states does not hold of the oracle either: the law is wrong, and neither
    /// side.
    WrongLaw {
        /// Which law: a symmetry, say.
        law: String,
        /// Which of several such laws.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What contradicts it.
        detail: String,
    },
    /// Something that others than the two sides say of the position is not so.
    Claimed {
        /// What kind of thing.
        claim: String,
        /// What is said, and what is so.
        detail: String,
    },
    /// One side, or the harness itself, panicked.
    Panicked {
        /// Doing what.
        stage: Stage,
        /// The message of the panic and its place.
        message: String,
    },
    /// One side, or the harness itself, did not come back.
    Hung {
        /// From doing what.
        stage: Stage,
        /// After how many milliseconds it was given up.
        limit_ms: u64,
    },
    /// The process that played was ended by the system; a stack that overflows does that.
    Killed {
        /// How it ended, in the words of the system.
        status: String,
    },
}

impl Finding {
    /// Whether two findings are probably of the same fault: both a difference, or the same broken
    /// invariant, or the same wrong law or claim, or both a panic, or both a loop, or both the end of the
    /// process. Shrinking keeps to findings that are alike, so that it does not end with another fault
    /// than it began with.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Broken { invariant: one, .. }, Self::Broken { invariant: other, .. })
            | (Self::WrongLaw { law: one, .. }, Self::WrongLaw { law: other, .. })
            | (Self::Claimed { claim: one, .. }, Self::Claimed { claim: other, .. }) => {
                one == other
            }
            // What is tried follows from chance: a case says its moves.
            (Self::Differs { .. }, Self::Differs { .. }) => self.is_tried() == other.is_tried(),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// Whether a move was only tried that the case may not have.
    #[must_use]
    pub fn is_tried(&self) -> bool {
        matches!(self, Self::Differs { aspect: Aspect::Tried, .. })
    }

    /// Whether the case shows it only where transformed games are played beside it.
    pub(crate) fn is_of_a_symmetry(&self) -> bool {
        match self {
            Self::Broken { invariant, .. } => invariant == TRANSFORMED,
            Self::WrongLaw { law, .. } => law == SYMMETRY,
            _ => false,
        }
    }

    /// Whether the process was ended that played.
    #[must_use]
    pub fn is_killed(&self) -> bool {
        matches!(self, Self::Killed { .. })
    }

    /// Whether a side did not come back.
    #[must_use]
    pub fn is_hung(&self) -> bool {
        matches!(self, Self::Hung { .. })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who =
            |stage: &Stage| stage.side.map_or("the harness".into(), |side| format!("the {side}"));
        match self {
            Self::Differs { aspect, .. } => write!(f, "engine and oracle differ in {aspect}"),
            Self::Broken { side: Some(side), invariant, .. } => {
                write!(f, "the {side} breaks an invariant: {invariant}")
            }
            Self::Broken { side: None, invariant, .. } => {
                write!(f, "both sides break an invariant: {invariant}")
            }
            Self::WrongLaw { law, name: None, .. } => {
                write!(f, "the rule set's {law} is wrong, neither side is")
            }
            Self::WrongLaw { law, name: Some(name), .. } => {
                write!(f, "the rule set's {law} is wrong, neither side is: {name}")
            }
            Self::Claimed { claim, .. } => {
                write!(f, "what is said of a position is wrong: {claim}")
            }
            Self::Panicked { stage, .. } => {
                write!(f, "{} panics while {}", who(stage), stage.action)
            }
            Self::Hung { stage, .. } => {
                write!(f, "{} does not come back from {}", who(stage), stage.action)
            }
            Self::Killed { .. } => f.write_str("the process that played it was ended"),
        }
    }
}

/// The first step of a case where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Divergence {
    /// What is wrong.
    pub finding: Finding,
    /// The step, from 1; 0 is the set-up.
    pub step: usize,
    /// The move of that step.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What both sides showed before the step.
    #[serde(serialize_with = "as_lines")]
    pub before: Option<Picture>,
    /// What the engine shows after it, as far as it came.
    #[serde(serialize_with = "as_lines")]
    pub engine: Option<Picture>,
    /// What the oracle shows after it, as far as it came.
    #[serde(serialize_with = "as_lines")]
    pub oracle: Option<Picture>,
    /// Where the sides differ: which invariants the engine's board breaks by itself.
    pub engine_breaks: Vec<String>,
    /// The transformed game in which it is wrong, if it is not the game of the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transformed: Option<Box<Transformed>>,
}

/// A case transformed by a symmetry, up to the step in which something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transformed {
    /// The name of the symmetry.
    pub symmetry: String,
    /// The transformed set-up.
    #[serde(serialize_with = "as_lines")]
    pub setup: Option<Picture>,
    /// The transformed move of that step.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The transformed position after the step.
    #[serde(serialize_with = "as_lines")]
    pub expected: Option<Picture>,
    /// The engine's position in the transformed game.
    #[serde(serialize_with = "as_lines")]
    pub engine: Option<Picture>,
    /// The oracle's.
    #[serde(serialize_with = "as_lines")]
    pub oracle: Option<Picture>,
}

impl Divergence {
    /// A finding at the set-up, of which nothing more is known.
    #[must_use]
    pub fn of(finding: Finding) -> Self {
        Self {
            finding,
            step: 0,
            mv: None,
            before: None,
            engine: None,
            oracle: None,
            engine_breaks: Vec::new(),
            transformed: None,
        }
    }
}

#[expect(clippy::ref_option, reason = "serde hands the field over by reference")]
fn as_lines<S: Serializer>(picture: &Option<Picture>, serializer: S) -> Result<S::Ok, S::Error> {
    let lines = picture.as_ref().map(Picture::plain_lines);
    lines.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::{Aspect, Finding};
    use crate::activity::{Action, Side, Stage};

    /// One of each kind, and others of the same kind that are of another fault.
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
        let claimed =
            |claim: &str| Finding::Claimed { claim: claim.into(), detail: "it is not".into() };
        vec![
            differs(Aspect::Position),
            differs(Aspect::Tried),
            broken("cells are conserved"),
            broken("nothing floats"),
            wrong_law("symmetry"),
            wrong_law("`setup_at`"),
            claimed("the value"),
            claimed("the best move"),
            Finding::Panicked { stage, message: "at 3".into() },
            Finding::Hung { stage, limit_ms: 500 },
            Finding::Killed { status: "signal 9".into() },
        ]
    }

    #[test]
    fn findings_are_alike_if_they_are_probably_of_the_same_fault() {
        let all = all();
        for (index, one) in all.iter().enumerate() {
            for (other_index, other) in all.iter().enumerate() {
                assert_eq!(one.is_like(other), index == other_index, "{one} and {other}");
            }
        }
        // In what they differ, how it is said and which side it is do not matter.
        let of = |aspect| Finding::Differs { aspect, engine: "7".into(), oracle: String::new() };
        assert!(of(Aspect::Outcome).is_like(&all[0]) && of(Aspect::Tried).is_like(&all[1]));
        let alone = Finding::Broken {
            side: Some(Side::Oracle),
            invariant: "nothing floats".into(),
            detail: String::new(),
        };
        assert!(alone.is_like(&all[3]));
    }

    #[test]
    fn every_finding_is_called_what_it_is() {
        let all = all();
        let which =
            |is: fn(&Finding) -> bool| all.iter().position(is).into_iter().collect::<Vec<_>>();
        let counts = [Finding::is_tried, Finding::is_hung, Finding::is_killed]
            .map(|is| all.iter().filter(|finding| is(finding)).count());
        assert_eq!(counts, [1, 1, 1]);
        assert_eq!(which(Finding::is_of_a_symmetry), [4]);
        assert_eq!([which(Finding::is_tried), which(Finding::is_hung)], [[1], [9]]);
        let said: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(said[0], "engine and oracle differ in the position");
        assert_eq!(said[2], "both sides break an invariant: cells are conserved");
        assert_eq!(
            said[4..7],
            [
                "the rule set's symmetry is wrong, neither side is: left to right",
                "the rule set's `setup_at` is wrong, neither side is",
                "what is said of a position is wrong: the value",
            ]
        );
        assert_eq!(
            said[8..],
            [
                "the engine panics while playing the move",
                "the engine does not come back from playing the move",
                "the process that played it was ended",
            ]
        );
    }
}
