//! Certificates: proofs that a position has a value, for a checker that trusts no solver.
//!
//! A certificate is a list of claims about positions. Each can be checked by itself, with the moves
//! of its own position and the claims about the positions after them:
//!
//! * *at least* a win or a draw: the move of the claim leaves a position that is at most the
//!   opposite for the opponent;
//! * *at most* a loss or a draw: every move leaves a position that is at least the opposite for the
//!   opponent.
//!
//! A claim is missing where playing every game to its end takes few moves; the checker does so. It
//! plays on the oracle ([`OraclePosition`](crate::OraclePosition)) and uses nothing of the solver
//! that found the claims. In these games no position occurs twice, so claims cannot support each
//! other in a circle.
//!
//! Where the writer ran out of time, a claim is *assumed*. A claim is checked *in part* if the
//! checker ran out of time, if the position has more moves than it looks at, or if a move leaves a
//! position without a claim. Such a certificate is not certified, only not refuted. It is refuted
//! if a claim is wrong, however small the position.
//!
//! The file has JSON lines: the first names the rule set, the position and its value, each further
//! one is a claim.
//!
//! ```text
//! {"version":1,"rule_set":"nim","board":"3\n","value":"win"}
//! {"board":"3\n","bound":"at least","value":"win","move":"3\n"}
//! ```

mod check;
mod claims;
mod draft;
mod endgames;
mod text;

pub use check::{CheckLimits, Checked, Flaw, check};
pub use claims::{Bound, Certificate, Claim};
pub use draft::draft;
pub use text::CertificateError;
