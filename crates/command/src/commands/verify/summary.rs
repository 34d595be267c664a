//! The results of a campaign, as text and as JSON.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;
use twinboard_harness::profile::Profile;
use twinboard_harness::reach::Reached;
use twinboard_harness::report::Report;
use twinboard_harness::shard::Shard;
use twinboard_harness::stats::SIZE_CLASSES;
use twinboard_harness::{ClauseName, Side, Stats};

use super::collect::FailingCases;
use super::known::{self, Known};
use super::{profile, reached};
use crate::cases::case_file::{outside_of, unsupported};
use crate::output::ci::{self, Test, TestFinding};
use crate::output::results::{CountedClause, as_json};
use crate::output::tally::Tally;
use crate::output::text::{self, counted, if_any, percent};
use crate::session::Session;

/// Cases from which on an engine's limits are the likely reason why a clause is never reached.
const CASES_TO_BLAME_LIMITS: u64 = 100;

/// The results of one campaign.
pub(super) struct Summary {
    /// The session with the engine in use.
    pub(super) session: Session,
    pub(super) rule_set: &'static str,
    /// The unit of sizes of boards.
    pub(super) unit: &'static str,
    /// Name of the engine if it is not the only one of the rule set, nor the registered one.
    pub(super) engine: Option<String>,
    /// True if another engine of the rule set has played before.
    pub(super) is_further: bool,
    pub(super) seed: u64,
    pub(super) shard: Shard,
    pub(super) threads: usize,
    pub(super) corpus: usize,
    pub(super) clauses: Vec<ClauseName>,
    pub(super) stats: Stats,
    /// The distinct findings.
    pub(super) reports: Vec<Report>,
    pub(super) failing: FailingCases,
    pub(super) known: Vec<Known>,
    pub(super) profile: Option<Profile>,
    /// The code of the engine that was reached; `None` if the engine does not report it. The
    /// inner error is the reason why it is not known.
    pub(super) reached: Option<Result<Reached, String>>,
    /// The reason if the rule set failed to make a case, which ended the campaign.
    pub(super) no_case: Option<String>,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
    /// True if the campaign was whole, and long enough to meet everything.
    pub(super) is_long: bool,
    /// The late breaches, which are known once all engines are ended.
    pub(super) late_breaches: Vec<String>,
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    oracle: Option<&'a str>,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    threads: usize,
    corpus_cases: usize,
    seconds: f64,
    interrupted: bool,
    failed: bool,
    stats: &'a Stats,
    clauses: Vec<CountedClause>,
    sizes: Vec<SizeClass>,
    /// The first of the divergences.
    divergence: Option<&'a Report>,
    /// All distinct divergences.
    divergences: &'a [Report],
    failing_cases: u64,
    known: &'a [Known],
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<profile::Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<reached::Json<'a>>,
    /// The reason why there is no `code` of an engine that offers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    code_not_measured: Option<&'a str>,
}

/// Boards of similar sizes.
#[derive(Serialize)]
struct SizeClass {
    /// The largest of them; `None` for the class without an end.
    up_to: Option<usize>,
    cases: u64,
    steps: u64,
}

/// Results of several campaigns as JSON.
#[derive(Serialize)]
pub(super) struct Campaigns<T> {
    pub(super) campaigns: Vec<T>,
}

/// Number of cases of the corpus that were played.
pub(super) fn corpus_played(stats: &Stats) -> u64 {
    stats.cases - stats.fresh - stats.mutated
}

impl Summary {
    /// True if the campaign found a divergence or missed a clause that it should reach, a known
    /// difference is stale, or an engine did not end as it should.
    pub(super) fn has_failed(&self) -> bool {
        let is_reached = || self.unreached().next().is_none();
        !self.reports.is_empty()
            || !self.late_breaches.is_empty()
            || known::is_any_stale(&self.known)
            || !self.compared_nothing() && self.must_reach_all() && !is_reached()
    }

    /// True if a clause that was never reached is a failure: the campaign was long, and the engine
    /// declares no limits, which may exclude it.
    fn must_reach_all(&self) -> bool {
        self.is_long && self.session.engine_limits().is_none()
    }

    /// True if nothing was compared, or nothing but what is known, although nobody interrupted the
    /// campaign. That proves nothing.
    pub(super) fn compared_nothing(&self) -> bool {
        self.reports.is_empty() && self.tally().is_nothing()
    }

    /// The cases that were compared, and those that were not.
    pub(super) fn tally(&self) -> Tally {
        let Stats { cases, skipped, skipped_by_oracle: by_oracle, .. } = self.stats;
        let ended: u64 = self.known.iter().map(|known| known.cases).sum();
        let by_engine = match self.session.engine_limits() {
            Some(limits) => outside_of(limits),
            None => unsupported("the engine"),
        };
        let (undrawn, reason) = self
            .stats
            .undrawn
            .map_or((0, String::new()), |undrawn| (undrawn.cases, undrawn.to_string()));
        let tally = Tally::new("case", "compared")
            .named(self.name())
            .without(skipped - by_oracle, by_engine)
            .without(by_oracle, unsupported(&self.session.name_of_side(Side::Oracle)))
            .without(self.late(), "the time ended within the corpus")
            .without(undrawn, reason)
            .ended_by(self.no_case.clone())
            .interrupted_if(self.interrupted);
        match cases {
            // A pattern that covers every case hides everything else.
            1.. if ended == cases => {
                tally.without(cases, "they end at known differences, which hide all that follows")
            }
            0 if skipped + self.late() + undrawn == 0 => {
                tally.hint("no case was played; choose more --cases, another --corpus or --time")
            }
            _ => tally.with(cases),
        }
    }

    /// Number of steps that reached each clause.
    fn counts(&self) -> impl Iterator<Item = (ClauseName, u64)> + '_ {
        let counts = self.stats.clauses.iter().copied().chain(std::iter::repeat(0));
        self.clauses.iter().copied().zip(counts)
    }

    /// Clauses in the order of their ids, with the number of steps that reached each. A rule set
    /// may list them in another order than its rules.
    pub(super) fn sorted_counts(&self) -> Vec<(ClauseName, u64)> {
        let mut counts: Vec<_> = self.counts().collect();
        counts.sort_by_key(|(clause, _)| id_key(clause.id));
        counts
    }

    fn unreached(&self) -> impl Iterator<Item = ClauseName> + '_ {
        self.counts().filter(|&(_, count)| count == 0).map(|(clause, _)| clause)
    }

    pub(super) fn to_json(&self) -> impl Serialize + '_ {
        let (code, code_not_measured) = match &self.reached {
            None => (None, None),
            Some(Ok(reached)) => (Some(reached::Json::of(reached)), None),
            Some(Err(reason)) => (None, Some(&**reason)),
        };
        Json {
            rule_set: self.rule_set,
            engine: self.engine.as_deref(),
            oracle: self.session.oracle_command(),
            seed: self.seed,
            shard: Some(self.shard).filter(|shard| !shard.is_whole()),
            threads: self.threads,
            corpus_cases: self.corpus,
            seconds: self.elapsed.as_secs_f64(),
            interrupted: self.interrupted,
            failed: self.has_failed() || self.compared_nothing(),
            stats: &self.stats,
            clauses: as_json(self.counts()),
            sizes: self.sizes(),
            divergence: self.reports.first(),
            divergences: &self.reports,
            failing_cases: self.failing.all,
            known: &self.known,
            profile: self.profile.as_ref().map(profile::Json::of),
            code,
            code_not_measured,
        }
    }

    fn sizes(&self) -> Vec<SizeClass> {
        let counts = self.stats.cases_by_size.iter().zip(self.stats.steps_by_size);
        let classes = SIZE_CLASSES.iter().zip(counts).map(|(&end, (&cases, steps))| SizeClass {
            up_to: (end != usize::MAX).then_some(end),
            cases,
            steps,
        });
        classes.collect()
    }

    /// The result as a test for a CI service.
    pub(super) fn as_test(&self) -> Test {
        let findings = self.reports.iter().map(|it| TestFinding::of(&self.session, it)).collect();
        let cases = counted(self.stats.cases, "case");
        let mut result = format!("{}, {cases}, seed {}", self.verdict(), self.seed);
        result += &self.tally().rest();
        let mut reasons: Vec<String> = known::stale(&self.known).collect();
        if self.must_reach_all() && self.reports.is_empty() {
            let unreached = self.unreached().map(|it| format!("{} was never reached", it.id));
            reasons.extend(unreached);
        }
        if !reasons.is_empty() && self.has_failed() {
            result = format!("{}; {result}", reasons.join("; "));
        }
        if let Some(reason) = &self.no_case {
            result = format!("{reason}; {result}");
        }
        if self.interrupted {
            result += ", interrupted";
        }
        Test {
            rule_set: self.rule_set.to_owned(),
            name: ci::pairing(&self.session, self.rule_set),
            status: Test::status(&self.tally(), self.has_failed()),
            result,
            elapsed: Some(self.elapsed),
            findings,
        }
    }

    /// The name of the engine in results: that of its rule set, if it is the registered one.
    pub(super) fn name(&self) -> &str {
        self.engine.as_deref().unwrap_or(self.rule_set)
    }

    /// The findings in a few words.
    fn verdict(&self) -> String {
        match self.reports.len() {
            0 => self.tally().verdict("no divergence"),
            count => counted(count as u64, "divergence"),
        }
    }

    /// True if all was compared that the campaign had, and nothing is worth a word but the totals.
    pub(super) fn is_plain(&self) -> bool {
        !self.has_failed()
            && !self.interrupted
            && !self.warns()
            && self.known.is_empty()
            && self.profile.is_none()
            && self.tally().rest().is_empty()
            && !self.tally().is_nothing()
            && self.stats.uncompared().next().is_none()
    }

    /// True if a clause was never reached, which further engines are not blamed for, or the time
    /// ended within the corpus.
    fn warns(&self) -> bool {
        self.late() > 0 || !self.is_further && self.unreached().next().is_some()
    }

    /// True if the coverage tells more than the warnings: not without a case, and not about clauses
    /// that the engine's limits may exclude.
    fn needs_coverage(&self) -> bool {
        let is_limited = self.session.engine_limits().is_some() && self.late() == 0;
        let fails = self.has_failed();
        self.stats.cases > 0 && (fails || self.warns() && !is_limited)
    }

    /// The results as text, with the coverage if `verbose` or if it is needed. It is left out after a divergence, because a campaign that
    /// ended early says nothing about it, and for a further engine, because the short campaign
    /// resembles that of the registered one.
    pub(super) fn render(&self, verbose: bool) -> String {
        let mut out = String::new();
        for report in &self.reports {
            let _ = writeln!(out, "{}", self.session.render(report));
        }
        match self.reports.is_empty() {
            true if self.is_further || !verbose && !self.needs_coverage() => {
                self.render_warnings(&mut out);
            }
            true => self.render_coverage(&mut out),
            false => self.render_failing(&mut out),
        }
        let stats = &self.stats;
        out += &self.profile.as_ref().map_or_else(String::new, profile::render);
        out += &known::render(&self.known, stats.cases, self.is_long);
        out += &self.render_reached();
        let verdict = self.verdict();
        let interrupted = if self.interrupted { ", interrupted" } else { "" };
        let shard = self.in_shards();
        let _ = writeln!(
            out,
            "{}, {}; corpus: {} of {} played\n\
             {}: {verdict} (seed {}{shard}) in {:.1} s on {}{interrupted}{}\n",
            counted(stats.cases, "case"),
            counted(stats.steps, "step"),
            HumanCount(corpus_played(&self.stats)),
            counted(self.corpus as u64, "case"),
            self.name(),
            self.seed,
            self.elapsed.as_secs_f64(),
            counted(self.threads as u64, "thread"),
            self.tally().rest(),
        );
        out
    }

    /// The share of the engine's code that was reached; empty if that is unknown.
    fn render_reached(&self) -> String {
        self.reached.as_ref().map_or_else(String::new, reached::render)
    }

    /// The shard behind the seed; empty for the whole campaign.
    fn in_shards(&self) -> String {
        match self.shard {
            Shard::WHOLE => String::new(),
            shard => format!(", shard {} of {}", shard.number(), shard.count()),
        }
    }

    /// The failing cases of a campaign that went on behind a divergence, and its distinct findings.
    fn render_failing(&self, out: &mut String) {
        let FailingCases { all, shrunk } = self.failing;
        if all == 1 {
            return;
        }
        for (number, report) in (1..).zip(&self.reports) {
            let bytes = counted(report.text().map_or(0, str::len) as u64, "byte");
            let saved = report.saved.as_deref().unwrap_or("not saved");
            let _ = writeln!(out, "{number:>4}  {}, {bytes}: {saved}", report.divergence);
        }
        let passed_over = match all - shrunk {
            0 => String::new(),
            count => format!("; {} more like them were not shrunk", HumanCount(count)),
        };
        let _ = writeln!(
            out,
            "{} failed, {} shrunk to {}{passed_over}",
            counted(all, "case"),
            HumanCount(shrunk),
            counted(self.reports.len() as u64, "distinct finding"),
        );
    }

    fn render_coverage(&self, out: &mut String) {
        self.render_clauses(out);
        self.render_sizes(out);
        let stats = &self.stats;
        let _ = writeln!(
            out,
            "cases: {} from the corpus, {} mutated from it, {} generated ({} with 3 accepted moves \
             or more), {} skipped",
            HumanCount(corpus_played(&self.stats)),
            HumanCount(stats.mutated),
            HumanCount(stats.fresh),
            percent(stats.fresh_deep, stats.fresh),
            HumanCount(stats.skipped),
        );
        let _ = writeln!(out, "moves accepted: {}", HumanCount(stats.accepted));
        let _ = writeln!(
            out,
            "positions: {} with all legal moves compared, {} with samples only ({} of these with \
             the moves of one kind counted)",
            HumanCount(stats.listed),
            HumanCount(stats.sampled),
            HumanCount(stats.counted),
        );
        self.render_warnings(out);
    }

    fn render_clauses(&self, out: &mut String) {
        let _ = writeln!(out, "{}: number of times each clause was reached", self.rule_set);
        for (clause, count) in self.sorted_counts() {
            let _ = writeln!(
                out,
                "{:>12}  {:<6} {}",
                HumanCount(count).to_string(),
                clause.id,
                clause.name
            );
        }
    }

    fn render_sizes(&self, out: &mut String) {
        let _ = writeln!(out, "boards by size, in {}", self.unit);
        let stats = &self.stats;
        let mut from = 1;
        for (class, &to) in SIZE_CLASSES.iter().enumerate() {
            let range = if to == usize::MAX {
                format!("{from} and more")
            } else {
                format!("{from} to {to}")
            };
            let (cases, steps) = (stats.cases_by_size[class], stats.steps_by_size[class]);
            if cases > 0 {
                let _ = writeln!(
                    out,
                    "{range:>14}  {:>6} of the cases  {:>6} of the steps",
                    percent(cases, stats.cases),
                    percent(steps, stats.steps),
                );
            }
            from = to.saturating_add(1);
        }
    }

    fn render_warnings(&self, out: &mut String) {
        let (word, advice) = if self.must_reach_all() {
            ("failed", "the generated cases do not cover it")
        } else {
            ("warning", "too few cases were played to tell why")
        };
        // Without a case there is one reason for all of them, which the last line has.
        let is_blamed = self.stats.cases > 0 && !self.is_further;
        let unreached = self.unreached().filter(|_| is_blamed);
        let unreached: Vec<String> =
            unreached.map(|clause| format!("{} ({})", clause.id, clause.name)).collect();
        match self.session.engine_limits() {
            Some(limits) if !unreached.is_empty() && self.stats.cases >= CASES_TO_BLAME_LIMITS => {
                let (was, it) = if unreached.len() == 1 { ("was", "it") } else { ("were", "them") };
                let _ = writeln!(
                    out,
                    "warning: {} {was} never reached: perhaps the engine's limits exclude {it} \
                     ({limits})",
                    unreached.join(", ")
                );
            }
            _ => {
                for clause in unreached {
                    let _ = writeln!(out, "{word}: {clause} was never reached: {advice}");
                }
            }
        }
        self.render_uncompared(out);
        self.render_late(out);
    }

    fn render_uncompared(&self, out: &mut String) {
        for (name, side) in self.stats.uncompared() {
            let _ = writeln!(out, "not compared: `{name}`, which the {side} alone gives");
        }
    }

    /// The number of cases of the corpus for which there was no time.
    fn late(&self) -> u64 {
        let played = corpus_played(&self.stats) + self.stats.skipped;
        let has_ended_early =
            self.interrupted || self.no_case.is_some() || !self.reports.is_empty();
        if has_ended_early { 0 } else { (self.corpus as u64).saturating_sub(played) }
    }

    fn render_late(&self, out: &mut String) {
        if self.late() > 0 {
            let _ = writeln!(
                out,
                "warning: the time ended within the corpus, and no random case was played: a longer \
                 --time is needed, or an engine that declares limits on set-ups (EP-13)"
            );
        }
    }
}

/// The results of campaigns that are all plain, in three lines.
pub(super) fn in_short(summaries: &[Summary]) -> String {
    let Some(first) = summaries.first() else { return String::new() };
    let sum = |count: &dyn Fn(&Summary) -> u64| summaries.iter().map(count).sum::<u64>();
    let names: Vec<&str> = summaries.iter().map(Summary::name).collect();
    let rule_sets = summaries.iter().map(|summary| summary.rule_set).collect::<BTreeSet<_>>();
    let engines = match names.len() {
        1 => String::new(),
        count => format!(
            " on {} of {}",
            counted(count as u64, "engine"),
            counted(rule_sets.len() as u64, "rule set")
        ),
    };
    let own = summaries.iter().filter(|summary| !summary.is_further);
    let clauses = own.map(|summary| summary.clauses.len() as u64).sum();
    let clauses = if_any(clauses, "clause", |clauses| format!("; {clauses} reached"));
    let seconds: f64 = summaries.iter().map(|summary| summary.elapsed.as_secs_f64()).sum();
    let reached: String = summaries.iter().map(Summary::render_reached).collect();
    format!(
        "{reached}{}, {}{engines}; corpus: {} of {} played{clauses}\n\
         {}: no divergence (seed {}{}) in {seconds:.1} s on {}\n\
         details: --verbose, --json FILE or --html FILE\n",
        counted(sum(&|summary| summary.stats.cases), "case"),
        counted(sum(&|summary| summary.stats.steps), "step"),
        HumanCount(sum(&|summary| corpus_played(&summary.stats))),
        counted(sum(&|summary| summary.corpus as u64), "case"),
        names.join(", "),
        first.seed,
        first.in_shards(),
        counted(first.threads as u64, "thread"),
    )
}

/// The results of all engines, a row for each.
pub(super) fn table(summaries: &[Summary]) -> String {
    text::table(&rows(summaries), |column| column == 0 || column == 4)
}

/// The rows of the [`table`], with the names of its columns first.
pub(super) fn rows(summaries: &[Summary]) -> Vec<Vec<String>> {
    let mut rows = vec![text::head(["engine", "cases", "steps", "known", ""])];
    rows.extend(summaries.iter().map(|summary| {
        let known: u64 = summary.known.iter().map(|known| known.cases).sum();
        let known =
            if summary.known.is_empty() { "–".into() } else { HumanCount(known).to_string() };
        let failed =
            if summary.has_failed() && summary.reports.is_empty() { ", FAILED" } else { "" };
        vec![
            summary.name().to_owned(),
            HumanCount(summary.stats.cases).to_string(),
            HumanCount(summary.stats.steps).to_string(),
            known,
            format!("{}{failed}{}", summary.verdict(), summary.tally().rest()),
        ]
    }));
    rows
}

/// Key for sorting the ids of clauses: `SG-4` is before `SG-10`.
fn id_key(id: &str) -> (&str, u32) {
    let (family, number) = id.rsplit_once('-').unwrap_or((id, ""));
    (family, number.parse().unwrap_or(0))
}
