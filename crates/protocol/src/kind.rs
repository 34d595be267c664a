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
    Legal,
    Observe,
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
    /// Its name, and the clause that defines its answer.
    const fn name_and_clause(self) -> (&'static str, &'static str) {
        match self {
            Self::Hello => ("hello", "EP-11"),
            Self::SetUp => ("set-up", "EP-15"),
            Self::Moves | Self::FirstMove => ("moves", "EP-16"),
            Self::Play => ("play", "EP-18"),
            Self::Position => ("position", "EP-21"),
            Self::Outcome => ("outcome", "EP-22"),
            Self::Legal => ("legal", "EP-38"),
            Self::Observe => ("observe", "EP-39"),
            Self::End => ("end", "EP-23"),
            Self::Copy => ("copy", "EP-24"),
            Self::Undo => ("undo", "EP-25"),
            Self::Key => ("key", "EP-26"),
            Self::Random => ("random", "EP-27"),
            Self::Count => ("count", "EP-28"),
            Self::Validate => ("validate", "EP-29"),
            Self::Time => ("time", "EP-30"),
            Self::Coverage => ("coverage", "EP-36"),
            Self::Functions => ("functions", "EP-37"),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        self.name_and_clause().0
    }

    pub(crate) const fn clause(self) -> &'static str {
        self.name_and_clause().1
    }

    /// True if the answer can only be `ok`.
    pub(crate) const fn is_order(self) -> bool {
        matches!(self, Self::End | Self::Copy | Self::Undo)
    }

    /// True if the answer has lines after its first one (EP-5).
    pub(crate) const fn has_lines(self) -> bool {
        matches!(
            self,
            Self::Hello
                | Self::Moves
                | Self::FirstMove
                | Self::Position
                | Self::Observe
                | Self::Functions
        )
    }
}
