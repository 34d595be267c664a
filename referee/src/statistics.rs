//! What the results of two players say of their strength: Elo difference, likelihood of superiority,
//! and a sequential test.
//!
//! A game counts 1 for a win, ½ for a draw and 0 for a loss here, by rule or by fault alike. That is
//! not the 3, 1.5 and 0 points of a contest (PT-34), which decide who comes first ([`Row`](crate::Row)).
//!
//! # Pairs
//!
//! Every board is played twice with the seats swapped. The two games of a pair are not independent:
//! on many boards one of the seats has won already. So the pair is the sample, with one of five scores
//! (0, ½, 1, 1½, 2 points of 2), the *pentanomial* model. Boards that favour a seat then lower the
//! variance, as they should, where a model of single games would overstate it.
//!
//! # Likelihood, and what becomes of one-sided results
//!
//! Everything here follows from one function, the profile log-likelihood of a mean score s
//! ([`Scores::log_likelihood`]): how probable the observed pairs can at best be, if the distribution over
//! the possible scores may be any that has the mean s. It is the nonparametric likelihood of Owen
//! (*Empirical Likelihood Ratio Confidence Intervals for a Single Functional*, Biometrika 75, 1988),
//! with weight allowed on scores that were not observed.
//!
//! That last point is the guard against results that are all alike. A formula with an estimated variance
//! in its denominator says ±0 Elo after three equal pairs, and a test built on it decides at once.
//! Fishtest mixes in a thousandth of a pair for each score that was not seen (`regularize` in its
//! [`LLRcalc.py`](https://github.com/official-stockfish/fishtest/blob/master/server/fishtest/stats/LLRcalc.py)).
//! The function here is the limit of that for a vanishing prior, computed without any: it
//! stays finite whatever the counts are, since a mean s < 1 leaves at most weight s to the best score.
//!
//! * The [interval](Scores::interval) of the mean is where twice the loss of log-likelihood is within the
//!   95 % quantile of χ² with one degree of freedom (Wilks 1938). If all samples are alike that limit does
//!   not hold; there it is the exact one of Clopper and Pearson (*The Use of Confidence or Fiducial
//!   Limits*, Biometrika 26, 1934), from the probability that all n samples are alike. A mean of 1 has no
//!   upper end in Elo: what is said is “at least”.
//! * The likelihood of superiority is Φ of the signed root of the likelihood ratio against equal strength.
//! * The [test](Sprt) is the sequential probability ratio test of Wald (*Sequential Tests of Statistical
//!   Hypotheses*, Annals of Mathematical Statistics 16, 1945), generalised as M. Van den Bergh does for
//!   Fishtest: Proposition 1.1 of
//!   [`support_MLE_multinomial.pdf`](https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf), without the
//!   approximations of *A Practical Introduction to the GSPRT*
//!   ([`GSPRT_approximation.pdf`](https://www.cantate.be/Fishtest/GSPRT_approximation.pdf)), which divide by
//!   the variance. Differences are logistic Elo, not normalized Elo.
//!
//! # The field of a tournament
//!
//! In a round robin everybody meets the same opponents on the same boards, so the order by score is the order
//! of the maximum-likelihood ratings of Zermelo, Bradley and Terry, without a model of how strengths add up.
//! A [`Rating`] is the Elo difference to one opponent against whom the same score would be
//! expected. The sample is the board there: what a player got on it from all opponents together. For
//! opponents on one board share what the board favours, and who the opponents are is not left to chance.

mod elo;
mod results;
mod scores;
mod sprt;

pub use elo::{Elo, elo_of, score_of};
pub use results::{Meeting, Rating, meetings, ratings};
pub use scores::Scores;
pub use sprt::{Decision, PAIRS_MIN, Sequential, Sprt, SprtError};

#[cfg(test)]
mod tests;
