//! `twinboard exhaust`: enumerates all set-ups within bounds on both sides.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand, value_parser};
use indicatif::{HumanDuration, ProgressBar};
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::exhaust::{
    Bounds, Difference, ExhaustEnd, ExhaustPlan, ExhaustProgress, ExhaustResult, Shape,
    ShardResult, check_shards, merge,
};
use twinboard_harness::report::{Report, plain};
use twinboard_harness::shard::Shard;

use crate::args::{Reporting, Threads, duration};
use crate::cases::finding::Findings;
use crate::output::progress::{ProgressLog, WITH_MESSAGE};
use crate::output::result::TestFinding;
use crate::output::results::{JUnit, Results};
use crate::output::tally::Conclusion;
use crate::output::text::{argument, counted, shown};
use crate::output::{self, Failure, ci, failure};
use crate::session::engine::EngineOptions;
use crate::session::{AnySubject, Session};

mod checkpoint;
mod result;

use checkpoint::{Checkpoint, Enumeration, Failed};
use result::Finished;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Exhaust {
    #[command(subcommand)]
    pub(crate) command: Option<ExhaustCommand>,
    /// Rule set.
    #[arg(value_name = "RULESET", required = true)]
    pub(crate) rule_set: Option<String>,
    /// Largest boards as rows x columns, such as 3x4 or 3x4,4x3; every board that fits into one of
    /// them is enumerated [default: those of the rule set, about a minute for the built-in ones].
    /// A game whose set-ups are no boards takes a number, the largest size.
    #[arg(long, value_name = "SHAPES", value_parser = bound, value_delimiter = ',')]
    pub(crate) shapes: Vec<Bound>,
    /// Maximum number of different colours or symbols; in a game with numbers, the largest number.
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=26))]
    pub(crate) symbols: Option<u8>,
    /// Play legal moves only, which is several times as fast. By default every move that names
    /// cells of the board or just outside of it is played.
    #[arg(long)]
    pub(crate) legal_only: bool,
    /// Limit on the number of set-ups, which are counted in advance.
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub(crate) setups_max: u64,
    /// Ends the enumeration after this time. What was played until then is printed; the exit code is
    /// 3 without a divergence, since set-ups are left.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Ends the enumeration soon after this number of distinct positions, as --time does. A position
    /// takes some 20 to 40 bytes of memory.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) positions_max: Option<u64>,
    /// Checkpoint file; if it exists, the enumeration is resumed from it, unless its results are of
    /// another engine, build or options.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Shard K of N: play this part of the enumeration only, and write its results to the file of
    /// --resume, for `exhaust merge`.
    #[arg(long, value_name = "K/N", requires = "resume")]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) junit: JUnit,
}

#[derive(Subcommand)]
pub(crate) enum ExhaustCommand {
    /// Add up the results of all shards of a run, and print them as one run would.
    ///
    /// FILE is the file of --resume of a shard, in any order. All shards must be of one run: the
    /// same build of this program, engine, rule set and options. The exit code is 1 if a shard found a
    /// divergence; then the first one is reported.
    Merge(ExhaustMerge),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound {
    Board(Shape),
    Size(u8),
}

/// Parses rows and columns, such as `3x4`, or a size.
fn bound(text: &str) -> Result<Bound, String> {
    if let Some(size) = text.trim().parse().ok().filter(|size| *size > 0) {
        return Ok(Bound::Size(size));
    }
    let sides = text.split_once(['x', 'X', '×']);
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=64).contains(side));
    sides
        .and_then(|(rows, columns)| Some(Shape { rows: side(rows)?, columns: side(columns)? }))
        .map(Bound::Board)
        .ok_or_else(|| {
            "expected rows and columns, 1 to 64 each, such as 3x4, or a size from 1 to 255".into()
        })
}

/// Interval of checkpoints within a shape; work since the last one is lost if the process is
/// killed.
const KEEP_EVERY: Duration = Duration::from_secs(20);

/// The pause after a checkpoint that could not be written.
const PAUSE: Duration = Duration::from_secs(10);

pub(crate) fn run(options: &Exhaust, session: &Session) -> Result<Conclusion, Failure> {
    if let Some(ExhaustCommand::Merge(options)) = &options.command {
        return merge_shards(options, session);
    }
    let rule_set = options.rule_set.as_ref().expect("required without a subcommand");
    let subject = session.subject(rule_set)?;
    session.demand_engine(&subject)?;
    let bounds = bounds(&subject, options)?;
    let path = options.resume.as_deref();
    let enumeration = Enumeration::new(
        session,
        subject.name(),
        &bounds,
        options.legal_only,
        &options.engine,
        path.is_some(),
    )?;
    let mut checkpoint = Checkpoint::new(enumeration, options.shard).resumed_from(path)?;
    let stop = session.catch_signals();
    let started = Instant::now();
    let plan = ExhaustPlan {
        bounds,
        needs_bounds: !options.shapes.is_empty(),
        setups_max: options.setups_max,
        all_moves: !options.legal_only,
        shard: options.shard.unwrap_or_default(),
        threads: options.threads.count(),
        step_limit: options.reporting.limits.step_limit,
        finished: checkpoint.finished.clone(),
        begun: checkpoint.begun.clone(),
        keep_every: path.map(|_| KEEP_EVERY),
        deadline: options.time.and_then(|time| Instant::now().checked_add(time)),
        positions_max: options.positions_max,
        stop: Arc::clone(&stop),
    };
    let bar = options.reporting.results.bar(subject.name(), 0, WITH_MESSAGE);
    let mut log = ProgressLog::new(subject.name(), options.reporting.results.quiet);
    let size = subject.size_name();
    let mut next_try = None;
    let result = subject.exhaust(&plan, &mut |progress| {
        let line = line(progress, size);
        show(&bar, progress, &line);
        log.show(|| line);
        // A failed checkpoint is retried later; only a failure of the last one is an error.
        if next_try.is_none_or(|next| Instant::now() >= next)
            && let Err(failure) = checkpoint.keep(progress.finished, progress.begun, path)
        {
            bar.suspend(|| failure.report());
            next_try = Some(Instant::now() + PAUSE);
        }
    });
    let kept = checkpoint.keep(&result.finished, result.begun.as_ref(), path);
    let finding = match &result.end {
        ExhaustEnd::Differs(shape, difference) => {
            bar.set_message("shrinking the failing case");
            let announce = |line| bar.suspend(|| output::print_error_line(line));
            let report = report(session, &subject, *shape, difference, options, &stop, &announce);
            Some(TestFinding::of(session, &report))
        }
        _ => None,
    };
    let kept = failure::both(kept, finish_shard(&mut checkpoint, &result, finding.as_ref(), path));
    bar.finish_and_clear();
    let rule_set = subject.name();
    let kept_in = path.filter(|_| kept.is_ok() && checkpoint.has_something());
    let elapsed = Some(started.elapsed());
    let finished = Finished { rule_set, size, plan, result, finding, kept_in, elapsed };
    let tests = vec![finished.test(ci::pairing(session, rule_set))];
    session.finish(tests, failure::both(finished.is_whole(), kept))
}

/// Completes the file of a shard, unless the enumeration was not finished.
fn finish_shard(
    checkpoint: &mut Checkpoint,
    result: &ExhaustResult,
    finding: Option<&TestFinding>,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let Some(path) = path.filter(|_| checkpoint.shard.is_some()) else { return Ok(()) };
    let failed = match &result.end {
        ExhaustEnd::Done => None,
        ExhaustEnd::Differs(shape, difference) => finding.map(|finding| Failed {
            shape: *shape,
            index: difference.index,
            text: finding.report.clone(),
            report: finding.details.clone(),
        }),
        _ => return Ok(()),
    };
    checkpoint.finish(failed, path)
}

fn name_of(Shape { rows, columns }: Shape, size: Option<&str>) -> String {
    size.map_or_else(|| format!("{rows} × {columns}"), |size| format!("{columns} {size}"))
}

fn line(progress: &ExhaustProgress<'_>, size: Option<&str>) -> String {
    let ExhaustProgress { finished, shapes, shape, positions, work: (done, all), .. } = *progress;
    let number = (finished.len() + 1).min(shapes);
    let percent = if all > 0 { 100.0 * done as f64 / all as f64 } else { 0.0 };
    let positions = counted(positions, "position");
    format!("{percent:.1} %, {}, shape {number} of {shapes}, {positions}", name_of(shape, size))
}

fn show(bar: &ProgressBar, progress: &ExhaustProgress<'_>, line: &str) {
    let (done, all) = progress.work;
    bar.set_length(all);
    let is_first = bar.position() == 0;
    bar.set_position(done);
    if is_first {
        // Work resumed from a checkpoint took no time in this process.
        bar.reset_eta();
    }
    // Small shapes come first and are done soon, so the current rate is a good estimate for the
    // rest.
    let left =
        if done > 0 { format!(", {} left", HumanDuration(bar.eta())) } else { String::new() };
    bar.set_message(format!("{line}{left}"));
}

fn bounds(subject: &AnySubject, options: &Exhaust) -> Result<Bounds, Failure> {
    let usual = subject
        .usual_bounds()
        .ok_or_else(|| usage!("{} does not enumerate its set-ups", subject.name()))?;
    let (name, size) = (subject.name(), subject.size_name());
    let given = options.shapes.iter().map(|bound| match (*bound, size) {
        (Bound::Board(shape), None) => Ok(shape),
        (Bound::Size(size), Some(_)) => Ok(Shape { rows: 1, columns: size }),
        (Bound::Size(_), None) => {
            Err(usage!("--shapes: {name} has boards; expected rows and columns, such as 3x4"))
        }
        (Bound::Board(_), Some(size)) => {
            Err(usage!("--shapes: {name} is enumerated by {size}; expected a number, such as 5"))
        }
    });
    let given: Vec<Shape> = given.collect::<Result<_, _>>()?;
    // The usual bounds of a game without boards are those of its largest size.
    let usual_shapes = usual.shapes.into_iter().map(|shape| match size {
        Some(_) => Shape { rows: 1, ..shape },
        None => shape,
    });
    let shapes = if given.is_empty() { usual_shapes.collect() } else { given };
    Ok(Bounds { shapes, symbols: options.symbols.unwrap_or(usual.symbols) })
}

fn report(
    session: &Session,
    subject: &AnySubject,
    shape: Shape,
    difference: &Difference,
    options: &Exhaust,
    stop: &Arc<AtomicBool>,
    announce: &dyn Fn(String),
) -> Report {
    let Difference { index, case, divergence } = difference;
    let (Shape { rows, columns }, size) = (shape, subject.size_name());
    let origin = Origin::Enumerated { rows, columns, size, index: *index };
    let (case, divergence) = (Some(case.clone()), divergence.clone());
    let found = FoundDivergence { origin, case, divergence };
    Findings::new(session, &options.reporting, stop).triage(subject, found, announce)
}

#[derive(Args)]
pub(crate) struct ExhaustMerge {
    /// Files of all shards.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) results: Results,
}

fn merge_shards(options: &ExhaustMerge, session: &Session) -> Result<Conclusion, Failure> {
    let shards: Result<Vec<Named>, Failure> = options.files.iter().map(|path| read(path)).collect();
    let finished = merged(session, &shards?)?;
    let tests = vec![finished.test(ci::pairing(session, finished.rule_set))];
    session.finish(tests, finished.is_whole())
}

type Named = (String, Checkpoint);

/// Reads the file of a shard, which must be of this program.
fn read(path: &Path) -> Result<Named, Failure> {
    let name = shown(path);
    let checkpoint = Checkpoint::read(path)?.ok_or_else(|| {
        let error = std::io::ErrorKind::NotFound.into();
        Failure::File { path: path.into(), doing: "read", error }
    })?;
    if let Some(builds) = checkpoint.other_build()? {
        return Err(usage!(
            "{name} is of another build of this program: it has {builds}; play and merge all shards \
             with one build"
        ));
    }
    Ok((name, checkpoint))
}

/// The results of the run whose shards are these: those of the boards before the first divergence,
/// or else of all boards.
fn merged(session: &Session, shards: &[Named]) -> Result<Finished<'static>, Failure> {
    let (first_name, first) = shards.first().expect("a file is required").clone();
    for (name, other) in shards {
        let differences = other.enumeration.differences(&first.enumeration);
        if !differences.is_empty() {
            return Err(usage!(
                "{name} and {first_name} are of different runs, with different values of\n  {}\n\
                 merge shards of one run",
                differences.join("\n  ")
            ));
        }
    }
    let order = first.enumeration.bounds.all_shapes();
    let place = |(_, checkpoint): &Named| {
        let failed = checkpoint.failed.as_ref()?;
        let shape = order.iter().position(|shape| *shape == failed.shape);
        Some((shape?, failed.index, checkpoint.shard))
    };
    let failed = shards.iter().filter(|named| named.1.failed.is_some()).min_by_key(|n| place(n));
    let failed = failed.and_then(|(_, checkpoint)| checkpoint.failed.clone());
    let is_before = |shape| match &failed {
        Some(failed) => shape != failed.shape,
        None => true,
    };
    let results = shards.iter().map(|(name, checkpoint)| {
        let shard = checkpoint
            .shard
            .ok_or_else(|| usage!("{name} is a checkpoint of a run without --shard"))?;
        let finished = checkpoint.finished.iter().take_while(|one| is_before(one.shape));
        Ok(ShardResult { name: name.clone(), shard, finished: finished.copied().collect() })
    });
    let results: Vec<ShardResult> = results.collect::<Result<_, Failure>>()?;
    check_shards(&results).map_err(Failure::Usage)?;
    // A missing or repeated shard is reported first, an unfinished one only if none is.
    if let Some((one, (_, checkpoint))) =
        results.iter().zip(shards).find(|(_, (_, checkpoint))| !checkpoint.has_ended())
    {
        return Err(usage!(
            "shard {} of {} is not finished; repeat `exhaust {} --shard {} --resume {}`",
            one.shard.number(),
            one.shard.count(),
            checkpoint.enumeration.title,
            one.shard,
            argument(&one.name),
        ));
    }
    let finished = merge(&results).map_err(Failure::Usage)?;
    let registration = session.registration(&first.enumeration.rule_set).ok_or_else(|| {
        usage!("{first_name} is of {}, which is no rule set", first.enumeration.rule_set)
    })?;
    let plan = ExhaustPlan {
        all_moves: !first.enumeration.legal_only,
        ..ExhaustPlan::new(first.enumeration.bounds)
    };
    let positions = finished.iter().map(|shape| shape.figures.positions).sum();
    let result = ExhaustResult { finished, begun: None, positions, end: ExhaustEnd::Done };
    let finding = failed.map(|Failed { text, report, .. }| {
        let headline = plain(text.lines().next().unwrap_or_default());
        TestFinding { headline, report: text, details: report, ..TestFinding::default() }
    });
    let (rule_set, size) = (registration.name(), registration.subject().size_name());
    Ok(Finished { rule_set, size, plan, result, finding, kept_in: None, elapsed: None })
}
