//! Any [`Pairing`] made into a [`Subject`].

use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use arbitrary::Unstructured;
use board::{Game, InputError, Limits, Picture, Plays, Rest, Vocabulary};

use crate::divergence::{Divergence, Finding};
use crate::exhaust::{self, Bounds};
use crate::growth::{Growth, grow};
use crate::judge::{self, PlayError};
use crate::lockstep::{self, Effort, Verdict};
use crate::pulse::{Action, Pulse, Side, Stage};
use crate::random::{SplitMix, case_bytes};
use crate::rules::Setting;
use crate::shares::{self, Shares, SystemClock};
use crate::stats::Stats;
use crate::subject::{Checked, ClauseName, Frame, Played, Subject};
use crate::{Case, CaseOf, Pairing, RuleSet, case, guard, mutate, perft, shrink};

/// Streams of chance of their own, beside those of campaigns, whose cases are numbered from 0.
const MUTATION: u64 = u64::MAX;
const CROSSING: u64 = u64::MAX - 1;
const GENERATION: u64 = u64::MAX - 2;

/// Of a position that is drawn, more legal moves than this are not counted.
const LISTED_MAX: usize = 4096;

/// Boards of so many cells or fewer are over before anything happens. A fuzzer keeps many of them,
/// because each reaches something of its own, and would spend half its time on what comes of them.
const TINY: usize = 12;

impl<R, E, O> Subject for Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Words>,
    O: Plays<R::Words>,
{
    fn name(&self) -> &'static str {
        R::Words::NAME
    }

    fn clauses(&self) -> Vec<ClauseName> {
        let clauses = self.rules().clauses().iter();
        clauses.map(|clause| ClauseName { id: clause.id, name: clause.name }).collect()
    }

    fn settings(&self) -> &'static [Setting] {
        self.rules().settings()
    }

    fn with_setting(&self, name: &str, value: &str) -> Option<Arc<dyn Subject>> {
        Some(Arc::new(self.with_rules(self.rules().with_setting(name, value)?)))
    }

    fn split(&self, text: &[u8]) -> Result<Vec<String>, InputError> {
        let cases = self.rules().text().read_all(text)?;
        Ok(cases.iter().map(|case| self.rules().text().print(case)).collect())
    }

    fn check_with(
        &self,
        text: &[u8],
        effort: Effort,
        pulse: &Pulse,
    ) -> Result<Checked, InputError> {
        match self.first(text)? {
            Some(case) => Ok(self.run(case, None, effort, pulse)),
            None => Ok(Checked { verdict: Verdict::Agreed, text: None, stats: Stats::default() }),
        }
    }

    fn check_each(
        &self,
        text: &[u8],
        effort: Effort,
        pulse: &Pulse,
        visit: &mut dyn FnMut(Checked) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        self.play_each(text, effort, pulse, visit)
    }

    fn check_drawn(&self, seed: u64, index: u64, corpus: &[String], pulse: &Pulse) -> Checked {
        pulse.beat(0, None, Action::Generate);
        let bytes = case_bytes(seed, index);
        match guard::catch(|| self.draw(&bytes, corpus)) {
            Ok(Ok(mut drawn)) => {
                let mut checked =
                    self.run(drawn.case, Some(&mut drawn.growth), Effort::Quick, pulse);
                if drawn.is_fresh {
                    checked.stats.fresh = checked.stats.cases;
                    checked.stats.fresh_deep = checked.stats.deep;
                }
                checked
            }
            Ok(Err(error)) => not_made(pulse, format!("the bytes of a case: {error}")),
            Err(message) => not_made(pulse, message),
        }
    }

    fn mutate(&self, text: &[u8], seed: u64, length_max: usize) -> Option<String> {
        let bytes = case_bytes(seed, MUTATION);
        let mut u = Unstructured::new(&bytes);
        let parent = self.first(text).ok().flatten();
        let is_tiny = parent.as_ref().is_some_and(|case| self.is_tiny(case));
        let fresh_of_32 = if is_tiny { 25 } else { 4_u8 };
        let is_fresh = u.ratio(fresh_of_32, 32_u8).unwrap_or(true);
        let case = match parent.filter(|_| !is_fresh) {
            Some(mut case) => {
                mutate::mutate(self.rules(), &mut case, &mut u).ok()?;
                case
            }
            None => Case::new(self.rules().generate_setup(&mut u).ok()?, Vec::new()),
        };
        self.grown(case, u, length_max)
    }

    fn cross(&self, one: &[u8], other: &[u8], seed: u64, length_max: usize) -> Option<String> {
        let bytes = case_bytes(seed, CROSSING);
        let mut u = Unstructured::new(&bytes);
        let (mut one, mut other) = (self.first(one).ok()??, self.first(other).ok()??);
        // The child has the board of the first.
        if self.is_tiny(&one) {
            std::mem::swap(&mut one, &mut other);
        }
        if self.is_tiny(&one) {
            return None;
        }
        let case = mutate::cross::<R>(&one, &other, &mut u).ok()?;
        self.grown(case, u, length_max)
    }

    fn join(&self, one: &[u8], other: &[u8]) -> Option<String> {
        let mut cases = self.rules().text().read_all(one).ok()?;
        cases.extend(self.rules().text().read_all(other).ok()?);
        self.rules().text().print_all(&cases)
    }

    fn simpler(&self, text: &[u8], seed: u64, length_max: usize) -> Option<String> {
        let case = self.first(text).ok()??;
        let candidates = shrink::candidates(self.rules(), &case);
        let short = candidates.map(|case| self.rules().text().print(&case));
        let short: Vec<String> = short.filter(|text| text.len() <= length_max).take(256).collect();
        short.get(seed as usize % short.len().max(1)).cloned()
    }

    fn check_text(&self, bytes: &[u8]) -> Result<(), String> {
        // The judge's reader is only driven: what it reads, the other one reads too.
        let mut judge = self.rules().text().reader(Box::new(bytes), Limits::Judge);
        while let Ok(Some(_)) = judge.next_item() {}
        let Ok(cases) = self.rules().text().read_all(bytes) else { return Ok(()) };
        for case in cases {
            let text = self.rules().text().print(&case);
            match self.rules().text().read_all(text.as_bytes()) {
                Ok(again) if again == [case] => {}
                Ok(_) => return Err(format!("printed text reads as another case:\n{text}")),
                Err(error) => return Err(format!("printed text cannot be read: {error}\n{text}")),
            }
        }
        Ok(())
    }

    fn shrink(
        &self,
        text: &[u8],
        fails: &mut dyn FnMut(&str) -> bool,
    ) -> Result<String, InputError> {
        let Some(case) = self.first(text)? else {
            return Ok(String::from_utf8_lossy(text).into_owned());
        };
        let mut fails = |case: &CaseOf<R>| fails(&self.rules().text().print(case));
        let shrunk = shrink::shrink(self.rules(), case, &mut fails);
        Ok(self.rules().text().print(&shrunk))
    }

    fn shrink_for_judge(
        &self,
        text: &[u8],
        first_failing: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<String, InputError> {
        let Some(case) = self.first(text)? else {
            return Ok(String::from_utf8_lossy(text).into_owned());
        };
        let shrunk = shrink::shrink_for_judge(self.rules(), case, &mut |some| {
            let texts: Vec<String> =
                some.iter().map(|case| self.rules().text().print(case)).collect();
            first_failing(&texts)
        });
        Ok(self.rules().text().print(&shrunk))
    }

    fn judge_input(&self, cases: &[String]) -> Option<String> {
        let judge = self.rules().judge()?;
        let cases = cases.iter().map(|text| {
            let case = self.first(text.as_bytes()).ok()??;
            let judged = judge.for_judge(&case);
            // By their texts, where a game that is left to the robot has one form only.
            (self.rules().text().print(&judged) == self.rules().text().print(&case))
                .then_some(judged)
        });
        judge.judge_input(&cases.collect::<Option<Vec<_>>>()?)
    }

    fn draw_for_judge(&self, seed: u64, index: u64, corpus: &[String]) -> Option<String> {
        let bytes = case_bytes(seed, index);
        let Drawn { case, mut growth, .. } = self.draw(&bytes, corpus).ok()?;
        let judge = self.rules().judge()?;
        let mut case = judge.for_judge(&case);
        if case.rest == Rest::Stop {
            grow(self.rules(), self.oracle(), &mut case, &mut growth);
            case = judge.for_judge(&case);
        }
        Some(self.rules().text().print(&case))
    }

    fn draw(&self, seed: u64) -> String {
        let bytes = case_bytes(seed, GENERATION);
        let mut u = Unstructured::new(&bytes);
        let drawn = self.rules().generate_setup(&mut u).and_then(|setup| {
            let mut case = Case::new(setup, Vec::new());
            grow(self.rules(), self.oracle(), &mut case, &mut Growth::new(u)?);
            Ok(case)
        });
        drawn.map(|case| self.rules().text().print(&case)).unwrap_or_default()
    }

    fn random_games(&self, side: Side, seed: u64, games: usize) -> Played {
        match side {
            Side::Engine => random_games(self.rules(), self.engine(), seed, games),
            Side::Oracle => random_games(self.rules(), self.oracle(), seed, games),
        }
    }

    fn hung(&self, text: &[u8], stage: Stage, limit_ms: u64) -> Divergence {
        let case = self.first(text).ok().flatten();
        let mv = (stage.step as usize)
            .checked_sub(1)
            .and_then(|index| case.as_ref()?.moves.get(index).map(ToString::to_string));
        // Only a side that has not hung can be asked what stood there before.
        let mut before = None;
        let mut frames_left = if stage.side == Some(Side::Engine) { stage.step } else { 0 };
        if let Some(case) = &case {
            self.play_frames(case, &mut |frame| {
                if frames_left == 0 {
                    return ControlFlow::Break(());
                }
                frames_left -= 1;
                before = Some(frame.picture);
                ControlFlow::Continue(())
            });
        }
        let step = stage.step as usize;
        Divergence { step, mv, before, ..Divergence::of(Finding::Hung { stage, limit_ms }) }
    }

    fn perft(
        &self,
        text: &[u8],
        plan: &perft::Plan,
        progress: &mut dyn FnMut(&perft::Progress),
    ) -> Result<Option<perft::Outcome>, InputError> {
        let Some(case) = self.first(text)? else { return Ok(None) };
        let limit_ms = plan.step_limit.as_millis() as u64;
        let hung = |text: &str, stage| self.hung(text.as_bytes(), stage, limit_ms);
        Ok(Some(perft::run(self, case, plan, &hung, progress)))
    }

    fn usual_bounds(&self) -> Option<Bounds> {
        Some(self.rules().enumeration()?.usual_bounds())
    }

    fn exhaust(
        &self,
        plan: &exhaust::Plan,
        progress: &mut dyn FnMut(&exhaust::Progress<'_>),
    ) -> exhaust::Outcome {
        let limit_ms = plan.step_limit.as_millis() as u64;
        let hung = |text: &str, stage| self.hung(text.as_bytes(), stage, limit_ms);
        exhaust::run(self, plan, &hung, progress)
    }

    fn play(
        &self,
        side: Side,
        input: Box<dyn Read + '_>,
        limits: Limits,
        output: &mut dyn Write,
    ) -> Result<(), PlayError> {
        match side {
            Side::Engine => judge::play(self.rules(), self.engine(), input, limits, output),
            Side::Oracle => judge::play(self.rules(), self.oracle(), input, limits, output),
        }
    }

    fn visit_frames(
        &self,
        text: &[u8],
        visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        if let Some(case) = self.first(text)? {
            self.play_frames(&case, visit);
        }
        Ok(())
    }

    fn shares(&self, inputs: &[Vec<u8>]) -> Shares {
        shares::measure::<R, E, O, SystemClock>(self, inputs)
    }
}

impl<R, E, O> Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Words>,
    O: Plays<R::Words>,
{
    fn first(&self, text: &[u8]) -> Result<Option<CaseOf<R>>, InputError> {
        Ok(self.rules().text().read_all(text)?.into_iter().next())
    }

    fn is_tiny(&self, case: &CaseOf<R>) -> bool {
        self.rules().size(&case.setup) <= TINY
    }

    /// [`Subject::check_each`], for sides that are wrapped to be measured too: those are no
    /// subjects, or each would need wrapped sides of its own.
    pub(crate) fn play_each(
        &self,
        text: &[u8],
        effort: Effort,
        pulse: &Pulse,
        visit: &mut dyn FnMut(Checked) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        for case in self.rules().text().read_all(text)? {
            if visit(self.run(case, None, effort, pulse)).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn run(
        &self,
        case: CaseOf<R>,
        growth: Option<&mut Growth<'_>>,
        effort: Effort,
        pulse: &Pulse,
    ) -> Checked {
        let mut stats = Stats::default();
        let (verdict, case) = lockstep::run(self, case, growth, effort, pulse, &mut stats);
        let diverged = matches!(verdict, Verdict::Diverged(_));
        let text = diverged.then(|| self.rules().text().print(&case));
        Checked { verdict, text, stats }
    }

    /// The case with more moves on some of the times, and not longer than it may be.
    fn grown(
        &self,
        mut case: CaseOf<R>,
        mut u: Unstructured<'_>,
        length_max: usize,
    ) -> Option<String> {
        if case.rest == Rest::Stop && (case.moves.is_empty() || u.arbitrary().ok()?) {
            let mut growth = Growth::new(u).ok()?;
            grow(self.rules(), self.oracle(), &mut case, &mut growth);
        }
        loop {
            let text = self.rules().text().print(&case);
            if text.len() <= length_max {
                return Some(text);
            }
            if case.moves.is_empty() {
                return None;
            }
            case.moves.truncate(case.moves.len() / 2);
        }
    }

    /// Mostly fresh cases; the others are made from those of the corpus.
    fn draw<'b>(&self, bytes: &'b [u8], corpus: &[String]) -> arbitrary::Result<Drawn<'b, R>> {
        let mut u = Unstructured::new(bytes);
        let kind = u.int_in_range(0..=9_u8)?;
        let is_fresh = kind > 2 || corpus.is_empty();
        let case = match kind {
            0..=2 if !is_fresh => {
                let mut case = self.choose_from(corpus, &mut u)?;
                if kind == 0 {
                    let other = self.choose_from(corpus, &mut u)?;
                    case = mutate::cross::<R>(&case, &other, &mut u)?;
                }
                mutate::mutate(self.rules(), &mut case, &mut u)?;
                case
            }
            _ => Case::new(self.rules().generate_setup(&mut u)?, Vec::new()),
        };
        Ok(Drawn { case: Case { rest: Rest::Stop, ..case }, growth: Growth::new(u)?, is_fresh })
    }

    fn choose_from(
        &self,
        corpus: &[String],
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<CaseOf<R>> {
        let case = self.first(u.choose(corpus)?.as_bytes()).ok().flatten();
        Ok(case.expect("the cases of the corpus have been read before"))
    }

    /// Plays the case on the oracle and shows the board after each step.
    fn play_frames(&self, case: &CaseOf<R>, visit: &mut dyn FnMut(Frame) -> ControlFlow<()>) {
        let Some(mut game) = self.oracle().set_up(&case.setup) else { return };
        let mut flow = visit(frame(&game, None, Vec::new()));
        let robot = self.rules().robot().filter(|_| case.rest == Rest::Robot);
        let mut moves = case.moves.iter().chain(robot.iter().cycle());
        for step in 0.. {
            let (true, Some(mv)) = (flow.is_continue(), moves.next()) else { return };
            let before = game.position();
            let (title, story) = match game.play(mv) {
                Ok(event) => (case::title(mv, &event), R::Words::story(&before, &event)),
                // It has played to the end.
                Err(_) if step >= case.moves.len() => return,
                Err(refusal) => (format!("{mv}: refused, {refusal}"), Vec::new()),
            };
            flow = visit(frame(&game, Some(title), story));
        }
    }
}

/// A case of a campaign before it is played.
struct Drawn<'b, R: RuleSet> {
    case: CaseOf<R>,
    /// What adds moves to it while it is played.
    growth: Growth<'b>,
    /// Whether nothing of it is from the corpus.
    is_fresh: bool,
}

/// What is to be said when no case could be made.
fn not_made(pulse: &Pulse, message: String) -> Checked {
    let divergence = Divergence::of(Finding::Panicked { stage: pulse.stage(), message });
    Checked {
        verdict: Verdict::Diverged(Box::new(divergence)),
        text: None,
        stats: Stats::default(),
    }
}

/// Plays random games of one side to their ends, or for as many moves as a case may have.
fn random_games<R: RuleSet, I: Plays<R::Words>>(
    rules: &R,
    side: &I,
    seed: u64,
    games: usize,
) -> Played {
    let mut random = SplitMix::new(seed);
    let mut played = Played::default();
    for index in 0..games as u64 {
        let bytes = case_bytes(seed, index);
        let Ok(setup) = rules.generate_setup(&mut Unstructured::new(&bytes)) else { continue };
        let Some(mut game) = side.set_up(&setup) else { continue };
        played.games += 1;
        for _ in 0..rules.moves_max(&setup) {
            let Some(legal) = game.sample_legal_move(&mut || random.word()) else { break };
            if game.advance(&R::Words::to_move(&legal)).is_err() {
                break;
            }
            played.moves += 1;
        }
    }
    played
}

fn frame<G: Game>(game: &G, title: Option<String>, story: Vec<Picture>) -> Frame {
    let mut legal = 0;
    let listing = game.visit_legal_moves(&mut |_| {
        legal += 1;
        if legal > LISTED_MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Frame {
        title,
        story,
        picture: G::Words::picture(&game.position()),
        outcome: game.outcome().to_string(),
        legal: listing.is_continue().then_some(legal),
    }
}
