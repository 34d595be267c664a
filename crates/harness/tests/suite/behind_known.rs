//! Divergences behind known differences: a campaign draws its checks, and may meet the second sign of
//! a known fault without the first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use twinboard_harness::campaign::{CampaignBudget, CampaignPlan, FoundDivergence, Origin};
use twinboard_harness::fuzz::{Shrinks, Tried, try_case};
use twinboard_harness::known::{FindingPattern, Kind, KnownDifference};
use twinboard_harness::nim::{Heap, Nim};
use twinboard_harness::triage::{Replayed, Shrinking, replay, triage};
use twinboard_harness::{Checks, Finding, Pairing, RuleSet, Stats, Subject, Verdict};
use twinboard_vocabulary::Game;

use crate::broken_rules::{Broken, Ending, Method};
use crate::{all_found, checked};

const LIMIT: Duration = Duration::from_mins(1);

/// An engine that a refused move confuses. Until the next move it counts one legal move too few,
/// which a campaign seldom checks, and a replay always. From then on the key after an accepted move
/// is not that of the position, which shows when a move is refused there.
#[derive(Clone)]
struct Confused {
    heap: Heap,
    refused: u64,
    is_refused: bool,
    /// True for another fault: who takes two of 4, 8 or 12 gets three.
    takes_more: bool,
    /// True if it miscounts the moves of more than twelve stones, too.
    miscounts_many: bool,
}

impl Confused {
    fn of(stones: u8, takes_more: bool, miscounts_many: bool) -> Option<Self> {
        let heap = Heap::set_up(&stones)?;
        Some(Self { heap, refused: 0, is_refused: false, takes_more, miscounts_many })
    }
}

impl Game for Confused {
    type Vocabulary = Nim;

    shown_by!(heap);

    fn play(&mut self, stones: &u8) -> Result<u8, &'static str> {
        let is_special = [4, 8, 12].contains(&self.position()) && *stones == 2;
        let played = self.heap.play(stones);
        if is_special && self.takes_more {
            self.heap.play(&1)?;
        }
        self.is_refused = played.is_err();
        self.refused += u64::from(self.is_refused);
        played
    }

    fn count_legal_moves(&self) -> Option<u64> {
        let is_confused = self.is_refused || self.miscounts_many && self.position() > 12;
        Some(u64::from(self.position().min(3)).saturating_sub(is_confused.into()))
    }

    fn key(&self) -> Option<u64> {
        let is_other = self.refused > 0 && !self.is_refused;
        Some(u64::from(self.position()) + if is_other { 1 << 32 } else { 0 })
    }
}

/// The known difference: the number of legal moves.
fn miscounts() -> KnownDifference {
    let invariant = Some("the count of legal moves matches the list".into());
    KnownDifference::of("confused", FindingPattern { invariant, ..Kind::Broken.into() })
}

/// A pairing with a confused engine, whose confusion is known.
fn knowing<R: RuleSet<Vocabulary = Nim>>(
    rules: R,
    engine: fn(&u8) -> Option<Confused>,
) -> Arc<dyn Subject> {
    Pairing::new(rules, engine, Heap::set_up).knowing(miscounts()).subject()
}

fn confused() -> Arc<dyn Subject> {
    knowing(Nim, |stones| Confused::of(*stones, false, false))
}

fn campaign(subject: &Arc<dyn Subject>, threads: usize) -> (Vec<FoundDivergence>, Stats) {
    let budget = CampaignBudget::Cases(1_000);
    all_found(subject, &CampaignPlan { threads, ..CampaignPlan::new(3, budget) })
}

fn differs(found: &FoundDivergence) -> bool {
    matches!(found.divergence.finding, Finding::Differs { .. })
}

/// Shows both signs: that of the key after the second refusal.
const BOTH: &str = "9\n> 9\n> 1\n> 9\n";

#[test]
fn a_case_whose_replay_ends_at_a_known_difference_is_counted() {
    let (all, whole) = campaign(&confused().with_known(&[]), 2);
    let is_known = |found: &&FoundDivergence| miscounts().covers(&found.divergence);
    let known = all.iter().filter(is_known).count();
    assert!(known > 10 && known + 10 < all.len(), "{known} of {}", all.len());
    for threads in [1, 3] {
        let (others, stats) = campaign(&confused(), threads);
        assert_eq!(others, []);
        assert_eq!(stats.known, [all.len() as u64]);
        assert_eq!(Stats { known: Vec::new(), ..stats }, whole);
    }
}

#[test]
fn a_fuzz_target_and_a_candidate_of_shrinking_count_it_too() {
    let found = |subject| checked(subject, BOTH, Checks::campaign()).verdict;
    let unknowing = confused().with_known(&[]);
    let Verdict::Diverged(key) = found(&unknowing) else { panic!("it fails") };
    assert!(key.step == 3 && !miscounts().covers(&key), "{key:?}");
    let verdict = found(&confused());
    let Verdict::Known(0, known) = verdict else { panic!("{verdict:?}") };
    assert!(known.step == 1 && miscounts().covers(&known), "the finding of the replay");
    let tried = try_case(&confused(), BOTH.as_bytes(), Checks::campaign(), Shrinks::Here);
    let Tried::Agreed(stats) = tried else { panic!("{tried:?}") };
    assert_eq!(stats.known, [1]);
    let stop = Arc::default();
    // A finding that came otherwise, as one of an enumeration, is not shrunk to such a case.
    let shrinking = Shrinking { step_limit: LIMIT, ..Shrinking::new(&stop) };
    let found =
        FoundDivergence { origin: Origin::Fuzzed, case: confused().case(BOTH), divergence: *key };
    assert_eq!(triage(&confused(), found, &shrinking).shrunk, None);
}

/// Another fault is found where a known difference comes before it: without the move that shows the
/// difference, or from a later start.
#[test]
fn a_known_difference_hides_no_fault_behind_it() {
    let without_a_move = knowing(Nim, |stones| Confused::of(*stones, true, false));
    let late = Broken(Method::None, Ending::Panic);
    let from_a_later_start = knowing(late, |stones| Confused::of(*stones, true, true));
    for (subject, finds_all) in [(without_a_move, false), (from_a_later_start, true)] {
        let (all, whole) = campaign(&subject.with_known(&[]), 2);
        let replayed = |found: &FoundDivergence| {
            replay(&subject, found.case.as_ref().expect("it was played"), LIMIT)
        };
        let behind = |found: &FoundDivergence| matches!(replayed(found), Replayed::Known(..));
        let hidden: Vec<_> = all.iter().filter(|found| differs(found) && behind(found)).collect();
        assert!(hidden.len() >= 5, "{}", hidden.len());
        let (others, stats) = campaign(&subject, 1);
        assert_eq!(campaign(&subject, 3), (others.clone(), stats.clone()));
        assert_eq!(others.len() as u64 + stats.known[0], all.len() as u64);
        assert_eq!(Stats { known: Vec::new(), ..stats }, whole);
        for found in &others {
            let again = replayed(found);
            assert!(differs(found) && matches!(again, Replayed::Diverged(..)), "{found:?}");
        }
        let is_found = |one: &FoundDivergence| others.iter().any(|it| it.origin == one.origin);
        let found = hidden.iter().filter(|one| is_found(one)).count();
        // A case may have its fault only behind the difference, at every later start, too.
        let enough = if finds_all { hidden.len() * 9 / 10 } else { hidden.len() / 2 };
        assert!(found > enough, "{found} of {}", hidden.len());
    }
}

/// True once [`Once`] was wrong.
static WAS_WRONG: AtomicBool = AtomicBool::new(false);

/// An engine that plays its first move wrong, and no other, whatever is played.
#[derive(Clone)]
struct Once(Confused);

impl Game for Once {
    type Vocabulary = Nim;

    shown_by!(0);

    fn play(&mut self, stones: &u8) -> Result<u8, &'static str> {
        let played = self.0.play(stones)?;
        if !WAS_WRONG.swap(true, Relaxed) {
            self.0.heap.play(&1)?;
        }
        Ok(played)
    }

    fn count_legal_moves(&self) -> Option<u64> {
        self.0.count_legal_moves()
    }
}

#[test]
fn a_known_difference_behind_a_divergence_that_does_not_recur_changes_nothing() {
    let set_up = |stones: &u8| Confused::of(*stones, false, false).map(Once);
    let once = Pairing::new(Nim, set_up, Heap::set_up).knowing(miscounts()).subject();
    let checked = |checks| checked(&once, "9\n> 1\n> 9\n", checks).verdict;
    // No check but the comparison plays a move.
    let first = checked(Checks::answers());
    let Verdict::Diverged(found) = &first else { panic!("{first:?}") };
    assert!(found.step == 1 && matches!(found.finding, Finding::Differs { .. }), "{found:?}");
    assert!(matches!(checked(Checks::replay()), Verdict::Known(0, known) if known.step == 2));
}
