//! The requests of the protocol.

/// A request of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Hello,
    SetUp,
    Moves,
    /// `moves` with a limit of one.
    FirstMove,
    Play,
    Position,
    Outcome,
    End,
    Copy,
    Undo,
    Key,
    Random,
    Count,
    Validate,
    Time,
    Coverage,
    Functions,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::SetUp => "set-up",
            Self::Moves | Self::FirstMove => "moves",
            Self::Play => "play",
            Self::Position => "position",
            Self::Outcome => "outcome",
            Self::End => "end",
            Self::Copy => "copy",
            Self::Undo => "undo",
            Self::Key => "key",
            Self::Random => "random",
            Self::Count => "count",
            Self::Validate => "validate",
            Self::Time => "time",
            Self::Coverage => "coverage",
            Self::Functions => "functions",
        }
    }

    /// The clause that defines its answer.
    pub(crate) const fn clause(self) -> &'static str {
        match self {
            Self::Hello => "EP-11",
            Self::SetUp => "EP-15",
            Self::Moves | Self::FirstMove => "EP-16",
            Self::Play => "EP-18",
            Self::Position => "EP-21",
            Self::Outcome => "EP-22",
            Self::End => "EP-23",
            Self::Copy => "EP-24",
            Self::Undo => "EP-25",
            Self::Key => "EP-26",
            Self::Random => "EP-27",
            Self::Count => "EP-28",
            Self::Validate => "EP-29",
            Self::Time => "EP-30",
            Self::Coverage => "EP-36",
            Self::Functions => "EP-37",
        }
    }

    /// True if the request is about one game, whose number is its first argument.
    pub(crate) const fn is_of_game(self) -> bool {
        !matches!(self, Self::Hello | Self::Time | Self::Coverage | Self::Functions)
    }

    /// True if the answer has lines after its first one (EP-5).
    pub(crate) const fn has_lines(self) -> bool {
        matches!(
            self,
            Self::Hello | Self::Moves | Self::FirstMove | Self::Position | Self::Functions
        )
    }
}
