//! Type erasure: [`Subject`] is any rule set with its two sides as one trait object. Cases go in
//! without their types ([`AnyCase`]), plain data comes out, so command, campaigns and fuzz targets
//! are compiled once for all rule sets.
//!
//! Every [`Pairing`] is a subject; authors of rule sets implement nothing. What takes more than a
//! few lines is in a file of its own.

use std::any::Any;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use draw::Drawn;
use twinboard_vocabulary::text::ParseError;
use twinboard_vocabulary::{Game, Implementation, InputError, Limits, MoveOf, Rest, Vocabulary};

use super::inputs::{self, PlayError};
use crate::check::checks::Checks;
use crate::check::lockstep::case_up_to;
use crate::drive::exhaust::{self, Bounds, ExhaustPlan, ExhaustProgress, ExhaustResult};
use crate::drive::perft::{self, PerftPlan, PerftProgress, PerftResult};
use crate::drive::watch::Hang;
use crate::model::activity::{Activity, Side};
use crate::model::any_case::AnyCase;
use crate::model::case::Case;
use crate::model::divergence::Divergence;
use crate::model::known::KnownDifference;
use crate::model::move_policy::{MovePolicy, extend};
use crate::model::pairing::Pairing;
use crate::model::random::draw_from_case;
use crate::model::rules::{CaseOf, Judge, RuleSet, after_moves};
use crate::model::shrink::{candidates, later_starts_on};

mod check;
mod draw;

pub use check::{Checked, Frame};

/// Random stream of cases drawn one at a time. Campaigns number their cases, and so their streams,
/// from 0.
const GENERATION: u64 = u64::MAX - 2;

/// Names of a clause that campaigns count, without its predicate.
#[derive(Clone, Copy, Debug)]
pub struct ClauseName {
    /// The clause of RULES.md.
    pub id: &'static str,
    /// The case of the clause that is counted, in a few words.
    pub name: &'static str,
}

/// A rule set whose two sides can be checked against each other; every [`Pairing`] is one.
///
/// ```
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Activity, Aspect, Checks, Finding, Pairing, Subject, Verdict};
///
/// // A list of subjects with different vocabularies, as a command holds it. This engine lets a
/// // player take four stones.
/// let subjects: Vec<Box<dyn Subject>> =
///     vec![Box::new(Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up))];
/// for subject in &subjects {
///     let check = |text| {
///         let case = subject.case(text).expect("a case");
///         subject.check(&case, Checks::replay(), &Activity::default()).verdict
///     };
///     assert_eq!(check("3\n> 3\n"), Verdict::Agreed, "there are no four stones");
///     let Verdict::Diverged(divergence) = check("7\n") else { panic!("the engine is right") };
///     assert!(matches!(divergence.finding, Finding::Differs { aspect: Aspect::LegalMoves, .. }));
/// }
/// ```
pub trait Subject: Send + Sync {
    /// Name of the rule set on the command line and in paths.
    fn name(&self) -> &'static str;

    /// True for a variant of a rule set, which reads the same cases ([`RuleSet::variant_of`]).
    fn is_variant(&self) -> bool;

    /// True if the other rule set is this one or a variant of the same ([`RuleSet::variant_of`]).
    fn reads_cases_of(&self, other: &dyn Subject) -> bool;

    /// The unit in which sizes of boards are given ([`RuleSet::unit`]).
    fn unit(&self) -> &'static str;

    /// The clauses that campaigns count, in the order of
    /// [`Stats::clauses`](crate::Stats::clauses).
    fn clauses(&self) -> Vec<ClauseName>;

    /// False if the engine is the oracle itself, so that a comparison could not fail
    /// ([`Pairing::without_engine`]).
    fn has_engine(&self) -> bool;

    /// Name of the engine among those of the rule set; `None` for the registered one, unless it was
    /// [named](Self::with_engine_name).
    fn engine_name(&self) -> Option<&str>;

    /// The subject with a name for its engine, which reports and fuzz targets give.
    fn with_engine_name(&self, name: &str) -> Arc<dyn Subject>;

    /// Calls `visit` with the places of the engine's code that ran since the last call, if it runs
    /// elsewhere and reports them ([`Implementation::take_coverage`]); false if it does not.
    ///
    /// [`Implementation::take_coverage`]: twinboard_vocabulary::Implementation::take_coverage
    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool;

    /// The known differences of the engine.
    fn known(&self) -> &[KnownDifference];

    /// The subject with these known differences and no others.
    fn with_known(&self, known: &[KnownDifference]) -> Arc<dyn Subject>;

    /// The subject with the engine of another one in the place of its oracle: two engines alone,
    /// none of which is trusted. `None` if the other one is of another rule set.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Activity, Checks, Pairing, Subject, Verdict};
    ///
    /// let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
    /// let alone = faulty.against(&*faulty).expect("both are of one rule set");
    /// // The fault is on both sides, so nothing differs.
    /// let case = alone.case("9\n").unwrap();
    /// let checked = alone.check(&case, Checks::replay(), &Activity::default());
    /// assert!(!format!("{:?}", checked.verdict).contains("Differs"));
    /// ```
    fn against(&self, other: &dyn Subject) -> Option<Arc<dyn Subject>>;

    /// The subject as the type that it is, for [`against`](Self::against).
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;

    // Text.

    /// Reads the cases of a text.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn read(&self, text: &[u8]) -> Result<Vec<AnyCase>, InputError>;

    /// The first case of a text; `None` if it has none or breaks the format of case files.
    fn case(&self, text: &str) -> Option<AnyCase> {
        self.read(text.as_bytes()).ok()?.into_iter().next()
    }

    /// The texts of the set-up of a case and of its moves.
    fn texts(&self, case: &AnyCase) -> (String, Vec<String>);

    // Checks of single cases.

    /// Plays a case in lockstep: the core of everything that looks for faults. A case that diverges
    /// counts as known, too, if a replay of it ends at a known difference before.
    fn check(&self, case: &AnyCase, checks: Checks, activity: &Activity) -> Checked;

    /// The divergence for a case that made no progress, with the case as it was played, if that is
    /// known, or else this one. If the engine hung, the oracle replays the case for the board before
    /// the step.
    fn report_hang(&self, case: Option<&AnyCase>, hang: &Hang) -> (Option<AnyCase>, Divergence);

    /// Shows a case as a side plays it, alone and step by step, until `visit` breaks off. Shows
    /// nothing if the side does not support its set-up.
    fn visit_frames(
        &self,
        side: Side,
        case: &AnyCase,
        visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
    );

    /// All frames of the oracle ([`visit_frames`](Self::visit_frames)) at once: for short cases,
    /// since every frame has a board.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Pairing, Subject};
    ///
    /// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    /// let frames = pairing.frames(&pairing.case("7\n> 3\n> 9\n").unwrap());
    /// assert_eq!((frames.len(), frames[1].legal), (3, Some(3)));
    /// assert_eq!(frames[2].title.as_deref(), Some("9: refused, not that many"));
    /// ```
    fn frames(&self, case: &AnyCase) -> Vec<Frame> {
        let mut frames = Vec::new();
        self.visit_frames(Side::Oracle, case, &mut |frame| {
            frames.push(frame);
            ControlFlow::Continue(())
        });
        frames
    }

    // Cases generated from a seed: the same on every machine.

    /// The case with this seed, drawn like a fresh case of a campaign, with moves chosen among those
    /// that the oracle lists. `None` if no set-up can be drawn.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Pairing, Subject};
    ///
    /// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    /// assert_eq!(pairing.draw(1), pairing.draw(1));
    /// assert!(pairing.draw(1).is_some());
    /// ```
    fn draw(&self, seed: u64) -> Option<AnyCase>;

    /// Generates case `index` of the campaign with this seed, a new one or a mutation of cases of
    /// the corpus. Checks it with [`Checks::campaign`].
    fn check_drawn(
        &self,
        seed: u64,
        index: u64,
        corpus: &[AnyCase],
        activity: &Activity,
    ) -> Checked;

    // Structure-aware mutation for libFuzzer, whose inputs are case files; the functions of
    // [`fuzz`](crate::fuzz) call these methods. `None` means that there is no input to offer.

    /// Makes a case of at most `length_max` bytes from the first one of `text`: a mutant, often
    /// extended with moves, or sometimes a fresh case. Text that breaks the format gives a fresh
    /// case. The result follows from `text` and `seed`.
    fn mutate(&self, text: &[u8], seed: u64, length_max: usize) -> Option<String>;

    /// Crosses the first cases of two texts into one of at most `length_max` bytes. `None` if both
    /// have tiny boards.
    fn cross(&self, one: &[u8], other: &[u8], seed: u64, length_max: usize) -> Option<String>;

    /// The cases of both texts as one text; `None` if the format has one case per file.
    fn join(&self, one: &[u8], other: &[u8]) -> Option<String>;

    /// A candidate of shrinking with at most `length_max` bytes, for libFuzzer's minimizer.
    fn simpler(&self, text: &[u8], seed: u64, length_max: usize) -> Option<String>;

    /// Checks readers and printers on arbitrary bytes: no reader may panic, and cases that can be
    /// read must print as text that reads as the same cases.
    ///
    /// # Errors
    ///
    /// A description of the first case that does not survive the round trip.
    fn check_text(&self, bytes: &[u8]) -> Result<(), String>;

    // Shrinking (`crates/harness/src/model/shrink.rs`). The caller decides what counts as failing:
    // reports replay a candidate in lockstep, `check` runs an external program.

    /// Shrinks a case as long as `fails` returns true for a candidate. Candidates start later where
    /// the rule set has [`RuleSet::setup_of_position`]: the oracle plays the case up to there.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Pairing, Subject};
    ///
    /// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    /// let case = pairing.case("17\n> 1\n> 3\n").unwrap();
    /// // Suppose that every case fails in which a player takes three stones.
    /// let shrunk = pairing.shrink(&case, &mut |case| case.text().contains("> 3"));
    /// assert_eq!(shrunk.text(), "0\n> 3\n");
    /// ```
    fn shrink(&self, case: &AnyCase, fails: &mut dyn FnMut(&AnyCase) -> bool) -> AnyCase;

    /// The case without the moves after `step`, from 1. Where a move is repeated, it has the move
    /// for each such step.
    fn up_to(&self, case: &AnyCase, step: usize) -> AnyCase;

    /// Shrinks a case for an external program: candidates are cases that the judge could give,
    /// tried in batches. `first_failing` returns the index of the first case of a batch that still
    /// fails.
    fn shrink_for_judge(
        &self,
        case: &AnyCase,
        first_failing: &mut dyn FnMut(&[AnyCase]) -> Option<usize>,
    ) -> AnyCase;

    // The protocol of an online judge.

    /// Cases as one input of the judge. `None` if the judge could not give one of them; and for any
    /// cases, even none, if the input of the judge is not a stream of cases.
    fn judge_input(&self, cases: &[AnyCase]) -> Option<String>;

    /// [`Judge::cases_max`]; 0 without a judge.
    fn judge_cases_max(&self) -> usize;

    /// Generates case `index` with this seed among those that the judge could give: a fresh one, or
    /// one derived from the corpus. `None` if the rule set has no judge.
    fn draw_for_judge(&self, seed: u64, index: u64, corpus: &[AnyCase]) -> Option<AnyCase>;

    /// Plays every case of `input` on one of the sides and writes the answers.
    ///
    /// ```
    /// use twinboard_vocabulary::Limits;
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Pairing, Side, Subject};
    ///
    /// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    /// let mut answers = Vec::new();
    /// let input = "7\n> 3\n> 2\n\n1\n> 1\n";
    /// pairing
    ///     .play(Side::Engine, Box::new(input.as_bytes()), Limits::Case, &mut answers)
    ///     .unwrap();
    /// assert_eq!(answers, b"2\nfalse\n0\ntrue\n");
    /// ```
    ///
    /// # Errors
    ///
    /// The first error of input or output; all cases before it have been answered.
    fn play(
        &self,
        side: Side,
        input: Box<dyn Read + '_>,
        limits: Limits,
        output: &mut dyn Write,
    ) -> Result<(), PlayError>;

    // Exhaustive play: the commands `perft` and `exhaust`. `progress` is called several times per
    // second.

    /// Expands all legal moves from the last position of a case, depth by depth on both sides, and
    /// compares the positions reached; or counts all sequences of legal moves to one depth, on both
    /// sides or one, without merging equal positions ([`PerftPlan::positions_max`]).
    fn perft(
        &self,
        case: &AnyCase,
        plan: &PerftPlan,
        progress: &mut dyn FnMut(&PerftProgress),
    ) -> PerftResult;

    /// The move that plays the same legal move as `mv` at the end of a case, as the oracle lists it:
    /// one text for all moves that ask for the same.
    ///
    /// # Errors
    ///
    /// The reason in a few words: `mv` cannot be read, or the oracle refuses it there.
    fn canonical_move(&self, case: &AnyCase, mv: &str) -> Result<String, String>;

    /// The set-up of a case and the moves of it that the oracle accepts, each as the text of its
    /// vocabulary; `None` if the oracle does not support the set-up.
    fn setup_and_moves(&self, case: &AnyCase) -> Option<(String, Vec<String>)>;

    /// The case with which a game usually begins, without moves; `None` if the rule set names none.
    fn start(&self) -> Option<AnyCase>;

    /// Default bounds of `exhaust`; `None` if the rule set has no enumeration.
    fn usual_bounds(&self) -> Option<Bounds>;

    /// Name of the number by which set-ups are enumerated, such as `stones`; `None` if they are
    /// boards of rows and columns, or are not enumerated.
    fn size_name(&self) -> Option<&'static str>;

    /// Plays all set-ups within bounds and all positions reached from them, on both sides.
    fn exhaust(
        &self,
        plan: &ExhaustPlan,
        progress: &mut dyn FnMut(&ExhaustProgress<'_>),
    ) -> ExhaustResult;
}

impl<R: RuleSet> Subject for Pairing<R> {
    fn name(&self) -> &'static str {
        self.rules().name()
    }

    fn is_variant(&self) -> bool {
        self.rules().variant_of().is_some()
    }

    fn reads_cases_of(&self, other: &dyn Subject) -> bool {
        let of = |rules: &R| rules.variant_of().unwrap_or(rules.name());
        let other: Option<&Self> = other.as_any().downcast_ref();
        other.is_some_and(|other| of(self.rules()) == of(other.rules()))
    }

    fn unit(&self) -> &'static str {
        self.rules().unit()
    }

    fn clauses(&self) -> Vec<ClauseName> {
        let clauses = self.rules().clauses().iter();
        clauses.map(|clause| ClauseName { id: clause.id, name: clause.name }).collect()
    }

    fn has_engine(&self) -> bool {
        self.has_engine()
    }

    fn engine_name(&self) -> Option<&str> {
        self.engine_name()
    }

    fn with_engine_name(&self, name: &str) -> Arc<dyn Subject> {
        Arc::new(self.with_engine_name(name))
    }

    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool {
        self.engine().take_coverage(visit)
    }

    fn known(&self) -> &[KnownDifference] {
        self.known()
    }

    fn with_known(&self, known: &[KnownDifference]) -> Arc<dyn Subject> {
        Arc::new(self.with_known(known))
    }

    fn against(&self, other: &dyn Subject) -> Option<Arc<dyn Subject>> {
        if !self.reads_cases_of(other) {
            return None;
        }
        Some(Arc::new(self.against(other.as_any().downcast_ref()?)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn read(&self, text: &[u8]) -> Result<Vec<AnyCase>, InputError> {
        let cases = self.rules().text().read_all(text)?;
        Ok(cases.into_iter().map(|case| AnyCase::of_text(self.rules(), case)).collect())
    }

    fn texts(&self, case: &AnyCase) -> (String, Vec<String>) {
        let Case { setup, moves, .. } = case.of::<R>();
        (setup.to_string(), moves.iter().map(ToString::to_string).collect())
    }

    fn check(&self, case: &AnyCase, checks: Checks, activity: &Activity) -> Checked {
        self.run(case.of::<R>().clone(), None, checks, activity)
    }

    fn report_hang(&self, case: Option<&AnyCase>, hang: &Hang) -> (Option<AnyCase>, Divergence) {
        let played = hang.text.as_ref().and_then(|text| self.case(text));
        let case = played.or_else(|| case.cloned());
        let divergence = match &case {
            Some(case) => hang.divergence(self, case.of::<R>()),
            None => hang.divergence_of_no_case(),
        };
        (case, divergence)
    }

    fn visit_frames(
        &self,
        side: Side,
        case: &AnyCase,
        visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
    ) {
        check::play_frames(self.rules(), self.side(side), case.of::<R>(), visit);
    }

    fn draw(&self, seed: u64) -> Option<AnyCase> {
        let drawn = draw_from_case(seed, GENERATION, |u| {
            let mut case = Case::new(self.rules().generate_setup(u)?, Vec::new());
            extend(self.rules(), self.oracle(), &mut case, &mut MovePolicy::new(u)?);
            Ok(case)
        });
        drawn.ok().map(|(case, _)| self.any(case))
    }

    fn check_drawn(
        &self,
        seed: u64,
        index: u64,
        corpus: &[AnyCase],
        activity: &Activity,
    ) -> Checked {
        self.draw_and_check(seed, index, corpus, activity)
    }

    fn mutate(&self, text: &[u8], seed: u64, length_max: usize) -> Option<String> {
        self.mutated(self.first(text).as_ref(), seed, length_max)
    }

    fn cross(&self, one: &[u8], other: &[u8], seed: u64, length_max: usize) -> Option<String> {
        self.crossed(self.first(one)?, self.first(other)?, seed, length_max)
    }

    fn join(&self, one: &[u8], other: &[u8]) -> Option<String> {
        let mut cases = self.rules().text().read_all(one).ok()?;
        cases.extend(self.rules().text().read_all(other).ok()?);
        self.rules().text().print_all(&cases)
    }

    fn simpler(&self, text: &[u8], seed: u64, length_max: usize) -> Option<String> {
        let case = self.first(text)?;
        let starts = later_starts_on(self.rules(), |setup| self.oracle().set_up(setup), &case);
        let all = candidates(self.rules(), starts, &case);
        let short = all.map(|case| self.rules().text().print(&case));
        let short: Vec<String> = short.filter(|text| text.len() <= length_max).take(256).collect();
        short.get(seed as usize % short.len().max(1)).cloned()
    }

    fn check_text(&self, bytes: &[u8]) -> Result<(), String> {
        draw::check_text(self.rules(), bytes)
    }

    fn shrink(&self, case: &AnyCase, fails: &mut dyn FnMut(&AnyCase) -> bool) -> AnyCase {
        let case = case.of::<R>().clone();
        let form = (case.rest.clone(), case.moves.is_empty());
        // Thousands of candidates of a large board need not be printed to know what their texts mean.
        let mut fails = |simpler: &CaseOf<R>| {
            let is_of_form = simpler.rest == form.0 && simpler.moves.is_empty() == form.1;
            let any = if is_of_form { AnyCase::of_text } else { AnyCase::new };
            fails(&any(self.rules(), simpler.clone()))
        };
        self.any(self.with_descent(|descent| descent.shrink(case, &mut fails)))
    }

    fn up_to(&self, case: &AnyCase, step: usize) -> AnyCase {
        self.any(case_up_to(case.of::<R>().clone(), step))
    }

    fn shrink_for_judge(
        &self,
        case: &AnyCase,
        first_failing: &mut dyn FnMut(&[AnyCase]) -> Option<usize>,
    ) -> AnyCase {
        let mut first_failing = |batch: &[CaseOf<R>]| {
            first_failing(&batch.iter().map(|case| self.any(case.clone())).collect::<Vec<_>>())
        };
        let case = case.of::<R>().clone();
        self.any(self.with_descent(|descent| descent.shrink_for_judge(case, &mut first_failing)))
    }

    fn judge_input(&self, cases: &[AnyCase]) -> Option<String> {
        let judge = self.rules().judge()?;
        let cases = cases.iter().map(|case| {
            let judged = judge.for_judge(case.of::<R>());
            // Compared as text, in which a case that is played by repeating a move has one form only.
            (self.rules().text().print(&judged) == case.text()).then_some(judged)
        });
        judge.judge_input(&cases.collect::<Option<Vec<_>>>()?)
    }

    fn judge_cases_max(&self) -> usize {
        self.rules().judge().map_or(0, Judge::cases_max)
    }

    fn draw_for_judge(&self, seed: u64, index: u64, corpus: &[AnyCase]) -> Option<AnyCase> {
        let drawn = self.draw_case(seed, index, corpus, &Activity::default());
        let Drawn { case, mut policy, .. } = drawn.ok()?;
        let judge = self.rules().judge()?;
        let mut case = judge.for_judge(&case);
        if case.rest == Rest::Stop {
            extend(self.rules(), self.oracle(), &mut case, &mut policy);
            case = judge.for_judge(&case);
        }
        Some(self.any(case))
    }

    fn play(
        &self,
        side: Side,
        input: Box<dyn Read + '_>,
        limits: Limits,
        output: &mut dyn Write,
    ) -> Result<(), PlayError> {
        inputs::play(self.rules(), self.side(side), input, limits, output)
    }

    fn perft(
        &self,
        case: &AnyCase,
        plan: &PerftPlan,
        progress: &mut dyn FnMut(&PerftProgress),
    ) -> PerftResult {
        perft::run(self, case.of::<R>().clone(), plan, progress)
    }

    fn canonical_move(&self, case: &AnyCase, mv: &str) -> Result<String, String> {
        let read = mv.parse::<MoveOf<R::Vocabulary>>();
        let mv = read.map_err(|error| Into::<ParseError>::into(error).to_string())?;
        let Case { setup, moves, .. } = case.of::<R>();
        let game = self.oracle().set_up(setup);
        let mut game = after_moves(game.ok_or("the oracle is not made for this set-up")?, moves);
        let event = game.play(&mv).map_err(|refusal| format!("refused, {refusal}"))?;
        Ok(R::Vocabulary::to_move(&R::Vocabulary::played(&event)).to_string())
    }

    fn setup_and_moves(&self, case: &AnyCase) -> Option<(String, Vec<String>)> {
        let Case { setup, moves, .. } = case.of::<R>();
        let mut game = self.oracle().set_up(setup)?;
        let accepted = moves.iter().filter(|mv| game.play(mv).is_ok());
        let accepted = accepted.map(ToString::to_string).collect();
        Some((setup.to_string(), accepted))
    }

    fn start(&self) -> Option<AnyCase> {
        let setup = self.rules().starts().into_iter().next()?;
        Some(self.any(Case::new(setup, Vec::new())))
    }

    fn usual_bounds(&self) -> Option<Bounds> {
        Some(self.rules().enumeration()?.usual_bounds())
    }

    fn size_name(&self) -> Option<&'static str> {
        self.rules().enumeration()?.size_name()
    }

    fn exhaust(
        &self,
        plan: &ExhaustPlan,
        progress: &mut dyn FnMut(&ExhaustProgress<'_>),
    ) -> ExhaustResult {
        exhaust::run(self, plan, progress)
    }
}

impl<R: RuleSet> Pairing<R> {
    /// This pairing as a subject.
    #[must_use]
    pub fn subject(self) -> Arc<dyn Subject> {
        Arc::new(self)
    }

    /// A case without its type.
    fn any(&self, case: CaseOf<R>) -> AnyCase {
        AnyCase::new(self.rules(), case)
    }

    /// The first case of a text, if it has any and keeps the format of case files.
    fn first(&self, text: &[u8]) -> Option<CaseOf<R>> {
        self.rules().text().read_all(text).ok()?.into_iter().next()
    }
}
