//! `twinboard exhaust merge`: adds up the checkpoint files of all shards of a run.

use std::path::{Path, PathBuf};

use clap::Args;
use twinboard_harness::exhaust::{
    ExhaustEnd, ExhaustPlan, ExhaustResult, ShardResult, check_shards, merge,
};
use twinboard_harness::report::plain;

use super::checkpoint::{Checkpoint, Failed};
use super::result::Finished;
use crate::output::result::TestFinding;
use crate::output::results::Results;
use crate::output::tally::Conclusion;
use crate::output::text::{argument, shown};
use crate::output::{Failure, ci};
use crate::session::Session;

#[derive(Args)]
pub(crate) struct ExhaustMerge {
    /// Files of all shards.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) results: Results,
}

pub(super) fn run(options: &ExhaustMerge, session: &Session) -> Result<Conclusion, Failure> {
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
