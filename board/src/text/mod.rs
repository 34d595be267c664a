//! Text, as all formats of Twinboard read it (clauses TX-1 to TX-8 of RULES.md).

/// placeholder
pub struct TextError;
/// placeholder
pub enum Limits {}
/// placeholder
pub trait CaseReader {}
/// placeholder
pub enum Item {}
