//! The description of a planted fault, and the variable that names the active one.

/// Environment variable that names the active fault. No fault is active if it is not set or is
/// [`NONE`].
pub const VARIABLE: &str = "TWINBOARD_PLANTED";

/// Value of [`VARIABLE`] for no fault.
pub const NONE: &str = "none";

/// Entry of a catalogue: a planted fault with its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planted {
    /// Name on the command line and in reports, unique in a program: the rule set, a hyphen, and
    /// words in lower case joined by hyphens.
    pub name: &'static str,
    /// Rule set that is played wrongly.
    pub rule_set: &'static str,
    /// Part of the rule set that has the fault.
    pub place: Place,
    /// Clause of the rules that the fault breaks.
    pub clause: &'static str,
    /// Mistake that the fault imitates, as a sentence.
    pub imitates: &'static str,
}

/// Component in which a fault is planted; determines which checks can detect the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Engine: it differs from the oracle or fails a self-check, for example of its hash.
    Engine,
    /// Solver: its assertions about positions are wrong, while engine and oracle agree.
    Solver,
}
