//! A campaign for a pairing of any two implementations.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan, CorpusCase};
use twinboard_harness::shard::Shard;
use twinboard_harness::{Subject, report};

/// Plays the corpus files of less than `bytes` bytes, and a campaign of `cases` cases.
///
/// # Panics
///
/// With a report of the first divergence.
pub(crate) fn play(subject: &Arc<dyn Subject>, cases: u64, bytes: usize) {
    let files = twinboard_games::corpus(subject.name());
    let files = files.filter(|file| file.text.len() < bytes);
    let corpus = files.flat_map(|file| {
        let cases = subject.split(file.text).expect("the corpus can be read").into_iter();
        cases.map(|text| CorpusCase { name: file.path.to_owned(), text })
    });
    let corpus: Vec<CorpusCase> = corpus.collect();
    let all_cases = cases + corpus.len() as u64;
    let plan = CampaignPlan {
        seed: 1,
        budget: CampaignBudget::Cases(cases),
        threads: 2,
        step_limit: Duration::from_secs(30),
        corpus,
        shard: Shard::WHOLE,
    };
    let result = campaign::run(subject, &plan, &Arc::new(AtomicBool::new(false)), &mut |_| ());
    assert_eq!(result.stats.skipped, 0, "both sides accept every set-up");
    if let Some(found) = result.found {
        panic!(
            "{}\n{}\n{}",
            report::headline(subject.name(), &found.divergence),
            report::render_divergence(&found.divergence),
            found.text.unwrap_or_default(),
        );
    }
    assert_eq!(result.stats.cases, all_cases, "the corpus was played too");
}
