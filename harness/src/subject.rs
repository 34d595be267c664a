//! A rule set with its two sides as one object, so that a command or a fuzz target can hold any of
//! them alike: text goes in, plain data comes out.

use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use board::{InputError, Limits, Picture};

use crate::divergence::Divergence;
use crate::exhaust::{self, Bounds};
use crate::judge::PlayError;
use crate::lockstep::{Effort, Verdict};
use crate::perft;
use crate::pulse::{Pulse, Side, Stage};
use crate::rules::Setting;
use crate::shares::Shares;
use crate::stats::Stats;

/// What came of playing one case in lockstep.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What came of it.
    pub verdict: Verdict,
    /// The case as it was played, as text; only where something was wrong.
    pub text: Option<String>,
    /// What it went through.
    pub stats: Stats,
}

/// One step of a game, for people.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What was asked for and what came of it; `None` for the set-up.
    pub title: Option<String>,
    /// What happened in between, picture by picture, where the board after it does not say it all.
    pub story: Vec<Picture>,
    /// The board after it.
    pub picture: Picture,
    /// How the game stands after it.
    pub outcome: String,
    /// How many moves are legal after it; `None` if they are too many to be listed.
    pub legal: Option<usize>,
}

/// What random games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Games that were set up.
    pub games: u64,
    /// Moves of all of them together.
    pub moves: u64,
}

/// A clause that campaigns count, by its names alone.
#[derive(Clone, Copy, Debug)]
pub struct ClauseName {
    /// The clause of RULES.md.
    pub id: &'static str,
    /// What in particular is counted.
    pub name: &'static str,
}

/// A rule set whose two sides can be checked against each other.
pub trait Subject: Send + Sync {
    /// How the rule set is called.
    fn name(&self) -> &'static str;

    /// The clauses that are counted, in the order of [`Stats::clauses`].
    fn clauses(&self) -> Vec<ClauseName>;

    /// What users may choose.
    fn settings(&self) -> &'static [Setting];

    /// The rule set with this value of a setting; `None` if it has no such setting or value.
    fn with_setting(&self, name: &str, value: &str) -> Option<Arc<dyn Subject>>;

    /// The cases of a file, each as a text of its own.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn split(&self, text: &[u8]) -> Result<Vec<String>, InputError>;

    /// Plays the first case of `text` in lockstep.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn check_with(&self, text: &[u8], effort: Effort, pulse: &Pulse)
    -> Result<Checked, InputError>;

    /// Plays the first case of `text` in lockstep, with everything that can be tried.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn check(&self, text: &[u8], pulse: &Pulse) -> Result<Checked, InputError> {
        self.check_with(text, Effort::Thorough, pulse)
    }

    /// Plays the cases of `text` in lockstep, one after the other, until `visit` breaks off. Nothing
    /// is played if not all of the text can be read.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn check_each(
        &self,
        text: &[u8],
        effort: Effort,
        pulse: &Pulse,
        visit: &mut dyn FnMut(Checked) -> ControlFlow<()>,
    ) -> Result<(), InputError>;

    /// Plays case `index` of the campaign with this seed: a fresh one, or one made from cases of
    /// the corpus, which are given as text.
    fn check_drawn(&self, seed: u64, index: u64, corpus: &[String], pulse: &Pulse) -> Checked;

    /// Another case of at most `length_max` bytes, made from the first one of `text`: changed,
    /// or grown, or now and then a fresh one. From text that cannot be read a fresh one is made.
    /// Everything follows from `text` and `seed`.
    fn mutate(&self, text: &[u8], seed: u64, length_max: usize) -> Option<String>;

    /// A case of at most `length_max` bytes made from the first ones of two texts.
    fn cross(&self, one: &[u8], other: &[u8], seed: u64, length_max: usize) -> Option<String>;

    /// The cases of two texts as one text, if the format lets a text have several.
    fn join(&self, one: &[u8], other: &[u8]) -> Option<String>;

    /// One of the simpler cases of at most `length_max` bytes that shrinking would try.
    fn simpler(&self, text: &[u8], seed: u64, length_max: usize) -> Option<String>;

    /// Checks the parsers and printers on any bytes: what can be read, with whatever limits, must
    /// be printed as text that reads as the same cases.
    ///
    /// # Errors
    ///
    /// What is not as it should be.
    fn check_text(&self, bytes: &[u8]) -> Result<(), String>;

    /// The simplest case that can be reached from the first one of `text` by steps that all still
    /// fail.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn shrink(
        &self,
        text: &[u8],
        fails: &mut dyn FnMut(&str) -> bool,
    ) -> Result<String, InputError>;

    /// The same for a program of somebody else: only cases that the judge could give are tried,
    /// several at once. `first_failing` says which of some is the first that still fails.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn shrink_for_judge(
        &self,
        text: &[u8],
        first_failing: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<String, InputError>;

    /// Cases, each a text of its own, as one input of the judge. `None` if the judge could not give
    /// all of them, and for any cases, also for none, if its input is no stream of cases.
    fn judge_input(&self, cases: &[String]) -> Option<String>;

    /// Case `index` with this seed of those that the judge could give: a fresh one, or one made from
    /// cases of the corpus. `None` if the judge gives no cases.
    fn draw_for_judge(&self, seed: u64, index: u64, corpus: &[String]) -> Option<String>;

    /// The case that follows from a seed, drawn as campaigns draw fresh ones and with moves that the
    /// oracle lists.
    fn draw(&self, seed: u64) -> String;

    /// Plays uniformly random games of one side from set-ups that follow from the seed.
    fn random_games(&self, side: Side, seed: u64, games: usize) -> Played;

    /// What is to be said of a case of which one side did not come back.
    fn hung(&self, text: &[u8], stage: Stage, limit_ms: u64) -> Divergence;

    /// Walks all legal moves from where the first case of `text` ends, on each side, and compares
    /// what they lead to. `progress` is called now and then. `None` if there is no case.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn perft(
        &self,
        text: &[u8],
        plan: &perft::Plan,
        progress: &mut dyn FnMut(&perft::Progress),
    ) -> Result<Option<perft::Outcome>, InputError>;

    /// The bounds of `exhaust` unless others are given; `None` if the rule set enumerates nothing.
    fn usual_bounds(&self) -> Option<Bounds>;

    /// Goes through all set-ups within bounds and all that is behind them, on both sides. `progress` is
    /// called now and then.
    fn exhaust(
        &self,
        plan: &exhaust::Plan,
        progress: &mut dyn FnMut(&exhaust::Progress<'_>),
    ) -> exhaust::Outcome;

    /// Answers input as the judge expects it, with one of the sides.
    ///
    /// # Errors
    ///
    /// The first fault of input or output; everything before it has been answered.
    fn play(
        &self,
        side: Side,
        input: Box<dyn Read + '_>,
        limits: Limits,
        output: &mut dyn Write,
    ) -> Result<(), PlayError>;

    /// Shows the first case of `text` step by step, as the oracle plays it, until `visit` breaks
    /// off.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn visit_frames(
        &self,
        text: &[u8],
        visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
    ) -> Result<(), InputError>;

    /// All frames of [`visit_frames`](Self::visit_frames): much for a case of many moves.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn frames(&self, text: &[u8]) -> Result<Vec<Frame>, InputError> {
        let mut frames = Vec::new();
        self.visit_frames(text, &mut |frame| {
            frames.push(frame);
            ControlFlow::Continue(())
        })?;
        Ok(frames)
    }

    /// Executes inputs as a fuzz target does, and measures where the time goes;
    /// [`fuzz::inputs`](crate::fuzz::inputs) makes some.
    fn shares(&self, inputs: &[Vec<u8>]) -> Shares;
}
