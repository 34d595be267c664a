//! The result of a campaign.

use std::collections::BTreeSet;
use std::time::Duration;

use indicatif::HumanCount;
use twinboard_harness::campaign::CampaignBudget;
use twinboard_harness::report::Report;
use twinboard_harness::stats::{KindCount, SIZE_CLASSES};
use twinboard_harness::{ClauseName, Side, Stats};

use super::Campaign;
use super::collect::{self, FailingCases, Known};
use crate::cases::case_file::{outside_of, unsupported};
use crate::film::FILMS_MAX;
use crate::output::ci;
use crate::output::result::{Cell, Column, Figures, Table, Test, TestFinding};
use crate::output::tally::Tally;
use crate::output::text::{counted, if_any, of_shard};
use crate::recording;

/// Cases from which on an engine's limits are the likely reason why a clause is never reached.
const CASES_TO_BLAME_LIMITS: u64 = 100;

pub(super) struct FinishedCampaign<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) stats: &'a Stats,
    pub(super) reports: Vec<Report>,
    pub(super) failing: FailingCases,
    pub(super) known: Vec<Known>,
    /// The reason if the rule set failed to make a case, which ended the campaign.
    pub(super) no_case: Option<String>,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
    /// True if the campaign was whole, and long enough to reach every clause.
    pub(super) is_long: bool,
}

pub(super) fn corpus_played(stats: &Stats) -> u64 {
    stats.cases - stats.fresh - stats.mutated
}

impl FinishedCampaign<'_> {
    pub(super) fn test(&self) -> Test {
        let Campaign { subject, plan, .. } = self.campaign;
        let Stats { cases, steps, .. } = *self.stats;
        let findings =
            self.reports.iter().map(|it| TestFinding::of(&self.campaign.session, it)).collect();
        let pairing = ci::pairing(&self.campaign.session, subject.name());
        let (reasons, warnings) = self.remarks();
        let is_warning = |line: &String| line.starts_with("warning");
        let has_warned = warnings.iter().any(is_warning) || !reasons.is_empty();
        let test = Test::new(subject.name(), pairing, self.tally(), "no divergence")
            .with_findings(findings, "divergence")
            .failed_by(reasons);
        let work = format!(
            "{}, {}; corpus: {} of {} played",
            counted(cases, "case"),
            counted(steps, "step"),
            HumanCount(corpus_played(self.stats)),
            counted(self.campaign.corpus() as u64, "case"),
        );
        let notes = [test.notes, warnings].concat();
        let session = &self.campaign.session;
        let film = |report| recording::of_report(session, subject, report, plan.step_limit);
        let films = self.reports.iter().take(FILMS_MAX);
        let films = films.filter(|_| session.outputs().html.is_some()).map(film).collect();
        Test {
            title: self.name().to_owned(),
            scope: format!("seed {}{}", plan.seed, of_shard(plan.shard)),
            work,
            elapsed: Some(self.elapsed),
            figures: self.figures(),
            tables: self.tables(has_warned),
            films,
            notes,
            ..test
        }
    }

    /// The name of the engine in results: that of its rule set, if it is the registered one.
    fn name(&self) -> &str {
        self.campaign.engine.as_deref().unwrap_or(self.campaign.subject.name())
    }

    /// True if a clause that was never reached is a failure: the campaign was long and had cases of its
    /// own, and the engine declares no limits, which may exclude it.
    fn must_reach_all(&self) -> bool {
        self.is_long && self.campaign.session.engine_limits().is_none() && self.stats.fresh > 0
    }

    fn tally(&self) -> Tally {
        let Stats { cases, skipped, skipped_by_oracle: by_oracle, .. } = *self.stats;
        let ended: u64 = self.known.iter().map(|known| known.cases).sum();
        let by_engine = match self.campaign.session.engine_limits() {
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
            .without(by_oracle, unsupported(&self.campaign.session.name_of_side(Side::Oracle)))
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

    /// The number of cases of the corpus for which there was no time.
    fn late(&self) -> u64 {
        let played = corpus_played(self.stats) + self.stats.skipped;
        let left = (self.campaign.corpus() as u64).saturating_sub(played);
        if self.has_ended_early() { 0 } else { left }
    }

    fn has_ended_early(&self) -> bool {
        self.interrupted || self.no_case.is_some() || !self.reports.is_empty()
    }

    /// True if the time ended before a random case.
    fn is_corpus_only(&self) -> bool {
        let is_timed = matches!(self.campaign.plan.budget, CampaignBudget::Time(_));
        let no_random = self.stats.fresh + self.stats.mutated == 0;
        self.late() > 0 || is_timed && no_random && !self.has_ended_early() && self.stats.cases > 0
    }

    /// Clauses in the order of their ids, with the number of steps that reached each. A rule set
    /// may list them in another order than its rules.
    fn clauses(&self) -> Vec<(ClauseName, u64)> {
        let counts = self.stats.clauses.iter().copied().chain(std::iter::repeat(0));
        let mut clauses: Vec<_> = self.campaign.subject.clauses().into_iter().zip(counts).collect();
        clauses.sort_by_key(|(clause, _)| id_key(clause.id));
        clauses
    }

    /// Reasons why the campaign failed without a finding, and other lines for its reader.
    ///
    /// A campaign that ended at a divergence says nothing about clauses, and one without a case has
    /// one reason for all of them. Further engines have a short campaign, which resembles that of the
    /// registered one.
    fn remarks(&self) -> (Vec<String>, Vec<String>) {
        let (mut reasons, mut warnings) = (collect::stale(&self.known), self.failing_cases());
        let is_judged = self.stats.cases > 0 && !self.campaign.is_further;
        let unreached = self.clauses().into_iter().filter(|(_, count)| *count == 0);
        let unreached: Vec<String> = unreached
            .filter(|_| is_judged && self.reports.is_empty() && !self.tally().is_nothing())
            .map(|(clause, _)| format!("{} ({})", clause.id, clause.name))
            .collect();
        let never = |clause: &String, why| format!("{clause} was never reached: {why}");
        match self.campaign.session.engine_limits() {
            Some(limits) if !unreached.is_empty() && self.stats.cases >= CASES_TO_BLAME_LIMITS => {
                let (was, it) = if unreached.len() == 1 { ("was", "it") } else { ("were", "them") };
                warnings.push(format!(
                    "warning: {} {was} never reached: perhaps the engine's limits exclude {it} \
                     ({limits})",
                    unreached.join(", ")
                ));
            }
            _ if self.must_reach_all() => {
                let why = "the generated cases do not cover it";
                reasons.extend(unreached.iter().map(|clause| never(clause, why)));
            }
            _ => {
                let why = "too few cases were played to tell why";
                let lines =
                    unreached.iter().map(|clause| format!("warning: {}", never(clause, why)));
                warnings.extend(lines);
            }
        }
        if self.stats.used_up > 0 {
            warnings.push(format!(
                "note: the set-ups of {} used up their random bytes (1 MiB): what they drew behind \
                 is the first of what there was to choose",
                counted(self.stats.used_up, "case")
            ));
        }
        warnings.extend(self.campaign.session.not_compared().iter().cloned());
        warnings.extend(
            self.stats.uncompared().map(|(name, side)| {
                format!("not compared: `{name}`, which the {side} alone gives")
            }),
        );
        if self.is_corpus_only() {
            warnings.push(
                "warning: the time ended within the corpus, and no random case was played: a longer \
                 --time is needed, or an engine that declares limits on set-ups (EP-13)"
                    .to_owned(),
            );
        }
        warnings.extend(collect::notes(&self.known, self.stats.cases, self.is_long));
        (reasons, warnings)
    }

    /// The failing cases of a campaign that went on behind a divergence, and its distinct findings.
    fn failing_cases(&self) -> Vec<String> {
        let FailingCases { all, shrunk } = self.failing;
        if all <= 1 {
            return Vec::new();
        }
        let line = |(number, report): (usize, &Report)| {
            let bytes = counted(report.text().map_or(0, str::len) as u64, "byte");
            let saved = report.saved.as_deref().unwrap_or("not saved");
            format!("{number:>4}  {}, {bytes}: {saved}", report.divergence)
        };
        let mut lines: Vec<String> = (1..).zip(&self.reports).map(line).collect();
        let passed_over = match all - shrunk {
            0 => String::new(),
            count => format!("; {} more like them were not shrunk", HumanCount(count)),
        };
        lines.push(format!(
            "{} failed, {} shrunk to {}{passed_over}",
            counted(all, "case"),
            HumanCount(shrunk),
            counted(self.reports.len() as u64, "distinct finding"),
        ));
        lines
    }

    fn figures(&self) -> Figures {
        let Campaign { plan, is_further, .. } = self.campaign;
        let reached = self.clauses().iter().filter(|(_, count)| *count > 0).count();
        Figures::default()
            .with("seed", plan.seed)
            .with_some("shard", Some(plan.shard).filter(|shard| !shard.is_whole()))
            .with("threads", plan.threads)
            .with_some("engine", self.campaign.session.engine_command())
            .with_some("oracle", self.campaign.session.oracle_command())
            .with("corpus_cases", self.campaign.corpus())
            .with("corpus_played", corpus_played(self.stats))
            .with("failing_cases", self.failing.all)
            .with_fields(self.stats)
            .with("known", &self.known)
            .with_some("clauses_reached", Some(reached).filter(|_| !is_further))
    }

    /// The tables; those of clauses and sizes are details, unless `has_warned`, where they explain a
    /// warning. They explain none about clauses that the engine's limits may exclude.
    fn tables(&self, has_warned: bool) -> Vec<Table> {
        let is_limited = self.campaign.session.engine_limits().is_some() && self.late() == 0;
        let explain = has_warned && !is_limited && self.stats.cases > 0 && self.reports.is_empty();
        let is_detail = !explain || self.campaign.is_further;
        let coverage =
            [Table::of_clauses(self.clauses().into_iter()), self.size_table(), self.case_table()];
        let kinds = (self.stats.kinds.len() > 1).then(|| self.kind_table());
        let coverage = coverage.into_iter().chain(kinds).map(|table| Table { is_detail, ..table });
        coverage.collect()
    }

    fn size_table(&self) -> Table {
        let Stats { cases, steps, .. } = *self.stats;
        let counts = self.stats.cases_by_size.iter().zip(self.stats.steps_by_size);
        let counts = size_names().into_iter().zip(counts).filter(|(_, (cases, _))| **cases > 0);
        let row = |(name, (of_cases, of_steps)): (String, (&u64, u64))| {
            vec![Cell::from(name), Cell::Share(*of_cases, cases), Cell::Share(of_steps, steps)]
        };
        let columns = vec![
            Column::count("size", self.campaign.subject.unit()),
            Column::count("cases", "of the cases"),
            Column::count("steps", "of the steps"),
        ];
        Table { columns, rows: counts.map(row).collect(), ..Table::new("sizes") }
    }

    /// How many moves of each kind were accepted, and how many of them in one case: what no case had
    /// was not tried.
    fn kind_table(&self) -> Table {
        let row = |(kind, count): (&String, &KindCount)| {
            let KindCount { moves, most, longest_run } = *count;
            vec![Cell::from(moves), most.into(), longest_run.into(), Cell::from(kind.clone())]
        };
        let columns = vec![
            Column::count("moves", "moves accepted"),
            Column::count("most", "most in a case"),
            Column::count("longest_run", "longest run"),
            Column::text("kind", "kind of move"),
        ];
        let rows = self.stats.kinds.iter().map(row).collect();
        Table { columns, rows, ..Table::new("kinds") }
    }

    fn case_table(&self) -> Table {
        let stats = self.stats;
        let rows = [
            (corpus_played(stats), "cases of the corpus"),
            (stats.mutated, "cases mutated from it"),
            (stats.fresh, "cases generated"),
            (stats.fresh_deep, "of them with 3 accepted moves or more"),
            (stats.skipped, "cases skipped"),
            (stats.accepted, "moves accepted"),
            (stats.longest, "of them in the longest case"),
            (stats.listed, "positions with all legal moves compared"),
            (stats.sampled, "positions with samples only"),
            (stats.counted, "of these with the moves of one kind counted"),
        ];
        let rows = rows.map(|(count, what)| vec![Cell::from(count), Cell::from(what)]).to_vec();
        let columns = vec![Column::count("count", "count"), Column::text("of", "of")];
        Table { columns, rows, ..Table::new("amounts") }
    }
}

/// The ranges of the classes of sizes.
fn size_names() -> Vec<String> {
    let mut from = 1;
    let name = |to: usize| {
        let name =
            if to == usize::MAX { format!("{from} and more") } else { format!("{from} to {to}") };
        from = to.saturating_add(1);
        name
    };
    SIZE_CLASSES.map(name).to_vec()
}

/// The results of campaigns that are all plain, in three lines.
pub(super) fn in_short(tests: &[Test]) -> String {
    let Some(first) = tests.first() else { return String::new() };
    let sum = |name| tests.iter().map(|test| test.figures.count(name)).sum::<u64>();
    let names: Vec<&str> = tests.iter().map(|test| &*test.title).collect();
    let rule_sets = tests.iter().map(|test| &*test.rule_set).collect::<BTreeSet<_>>();
    let engines = match names.len() {
        1 => String::new(),
        count => format!(
            " on {} of {}",
            counted(count as u64, "engine"),
            counted(rule_sets.len() as u64, "rule set")
        ),
    };
    let clauses = if_any(sum("clauses_reached"), "clause", |it| format!("; {it} reached"));
    let seconds: f64 =
        tests.iter().filter_map(|test| test.elapsed).map(|it| it.as_secs_f64()).sum();
    format!(
        "{}, {}{engines}; corpus: {} of {} played{clauses}\n\
         {}: no divergence ({}) in {seconds:.1} s\n\
         details: --verbose, --json FILE or --html FILE\n",
        counted(sum("cases"), "case"),
        counted(sum("steps"), "step"),
        HumanCount(sum("corpus_played")),
        counted(sum("corpus_cases"), "case"),
        names.join(", "),
        first.scope,
    )
}

/// Key for sorting the ids of clauses: `SG-4` is before `SG-10`.
fn id_key(id: &str) -> (&str, u32) {
    let (family, number) = id.rsplit_once('-').unwrap_or((id, ""));
    (family, number.parse().unwrap_or(0))
}
