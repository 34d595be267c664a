//! `cargo bench-peers`: planted faults found by property tests written by hand and by `verify`, with
//! the CPU time to find each and the size of the shrunk case.
//!
//! The property tests are what an engineer writes in an afternoon: a random board, random requests,
//! and after each of them the same board, outcome and legal moves on both sides. `verify` plays random
//! cases only, without its corpus, on one thread. A fault that never returns is left out, because a
//! property test never does then. cargo-fuzz, if it is installed, runs the same comparison as a target.

mod cargo_fuzz;
mod games;
mod peers;

use std::ops::ControlFlow;
use std::panic;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use twinboard_faults::{Planted, activate};
use twinboard_harness::Stats;
use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan, CampaignProgress, Visitor};
use twinboard_harness::triage::{Shrinking, triage};
use twinboard_registration::Registration;

use cargo_fuzz::Targets;
use games::{LinkPop, Played, PlayedByHand, SameGame};

/// Faults that do not return.
const ENDLESS: [&str; 2] = ["samegame-endless-fill", "linkpop-endless-slide"];

/// What a peer did with a fault.
struct Outcome {
    /// Time until a failing case was found; `None` if none was within the limit.
    found: Option<Duration>,
    /// Size of the shrunk case as text, in bytes.
    shrunk: usize,
}

/// A way to look for faults: by name, for at most a time.
type Peer = (&'static str, fn(Duration) -> Outcome);

fn main() -> ExitCode {
    let limit = match &*std::env::args().skip(1).collect::<Vec<_>>() {
        [] => Some(2.0),
        [option, seconds] if option == "--time" => seconds.parse().ok(),
        _ => None,
    };
    let Some(limit) = limit.and_then(|it| Duration::try_from_secs_f64(it).ok()) else {
        eprintln!(
            "Usage: cargo bench-peers [--time SECONDS]\n\nCPU time for each fault and peer [default: 2]."
        );
        return ExitCode::from(2);
    };
    let targets = Targets::build();
    panic::set_hook(Box::new(|_| ()));
    let targets = targets.inspect_err(|error| eprintln!("without cargo-fuzz: {error}")).ok();
    compare::<SameGame>(&twinboard_games::samegame::registration(), limit, targets.as_ref());
    compare::<LinkPop>(&twinboard_games::linkpop::registration(), limit, targets.as_ref());
    ExitCode::SUCCESS
}

/// Prints the table of a game.
fn compare<G: PlayedByHand>(
    registration: &Registration,
    limit: Duration,
    targets: Option<&Targets>,
) {
    let peers: [Peer; 4] = [
        ("quickcheck", peers::by_quickcheck::<G>),
        ("proptest", peers::by_proptest::<G>),
        ("bolero", peers::by_bolero::<G>),
        ("hegeltest", peers::by_hegel::<G>),
    ];
    // Those of further engines are for campaigns of these.
    let is_of_engine = |fault: &&&Planted| {
        registration.other_engine_of_fault(fault.name).is_none() && !ENDLESS.contains(&fault.name)
    };
    let faults: Vec<_> = registration.planted_faults().iter().filter(is_of_engine).collect();
    println!("{}: {} faults, {limit:?} of CPU time each", registration.name(), faults.len());
    println!("  {:12}{:>7}{:>15}{:>15}{:>16}", "", "found", "median", "90 of 100", "median shrunk");
    for (name, peer) in peers {
        row(name, &faults, |_| peer(limit));
    }
    if let Some(targets) = targets {
        row("cargo-fuzz", &faults, |fault| {
            let looked = targets.look::<G>(registration.name(), fault, limit);
            looked.expect("the target runs, and its files can be written")
        });
    }
    row("verify", &faults, |_| by_verify(registration, limit));
    println!("  a second of CPU time, without a fault:{:>13}{:>16}", "steps", "accepted moves");
    for (name, peer) in peers {
        rate(name, || {
            let before = games::played();
            assert!(peer(limit).found.is_none(), "{name} accuses a right engine");
            games::played().since(before)
        });
    }
    by_hand::<G>(registration, limit);
    rate("verify", || {
        let stats = verify(registration, limit).1;
        Played { steps: stats.steps, accepted: stats.accepted }
    });
}

/// The comparison of the property tests on cases as `verify` draws them: the same boards and moves,
/// of which nearly all are legal.
fn by_hand<G: PlayedByHand>(registration: &Registration, limit: Duration) {
    let drawn = (1..).filter_map(|seed| G::read(registration.subject().draw(seed)?.text()));
    let mut time = Duration::ZERO;
    let before = games::played();
    for (setup, moves) in drawn {
        let begun = spent();
        assert!(G::agrees(&setup, moves.into_iter()), "there is no fault");
        time += since(begun);
        if time > limit {
            break;
        }
    }
    print_rate("by hand, cases of verify", games::played().since(before), time);
}

/// Prints what is played in a second of CPU time.
fn rate(name: &str, play: impl FnOnce() -> Played) {
    let begun = spent();
    let played = play();
    print_rate(name, played, since(begun));
}

fn print_rate(name: &str, played: Played, time: Duration) {
    let [steps, accepted] =
        [played.steps, played.accepted].map(|it| it as f64 / time.as_secs_f64());
    println!("  {name:39}{steps:>13.0}{accepted:>16.0}");
}

fn row(name: &str, faults: &[&&'static Planted], look: impl Fn(&str) -> Outcome) {
    let mut times = Vec::new();
    let mut sizes = Vec::new();
    for fault in faults {
        activate(Some(fault));
        let Outcome { found, shrunk } = look(fault.name);
        activate(None);
        if let Some(time) = found {
            times.push(time);
            sizes.push(shrunk);
        }
    }
    times.sort_unstable();
    sizes.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied();
    let time = |share| format!("{:.4} s", at(share).unwrap_or_default().as_secs_f64());
    let size = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    println!("  {name:12}{:>7}{:>15}{:>15}{:>10} bytes", times.len(), time(0.5), time(0.9), size);
}

fn by_verify(registration: &Registration, limit: Duration) -> Outcome {
    let begun = spent();
    let (found, _) = verify(registration, limit);
    let Some(found) = found else { return Outcome { found: None, shrunk: 0 } };
    let time = since(begun);
    let stop = Arc::default();
    let report = triage(registration.subject(), found, &Shrinking::new(&stop));
    Outcome { found: Some(time), shrunk: report.shrunk.map_or(0, |text| text.len()) }
}

/// A campaign of random cases up to the first failing one; what it played, too.
fn verify(
    registration: &Registration,
    limit: Duration,
) -> (Option<campaign::FoundDivergence>, Stats) {
    let plan = CampaignPlan::new(1, CampaignBudget::Cases(u64::MAX));
    let (begun, stop) = (spent(), Arc::new(AtomicBool::new(false)));
    // The time of a campaign is that of the clock, which a busy machine gives to others.
    let mut progress = |_: &CampaignProgress| {
        if since(begun) > limit {
            stop.store(true, Relaxed);
        }
    };
    let mut first = None;
    let mut found = |found| {
        first = Some(found);
        ControlFlow::Break(())
    };
    let visitor =
        Visitor { progress: Some(&mut progress), ends_at_first: true, ..Visitor::new(&mut found) };
    let result = campaign::collect(registration.subject(), &plan, &stop, visitor);
    (first, result.stats)
}

/// CPU time of this process so far.
fn spent() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// CPU time of this process since a moment.
fn since(begun: Duration) -> Duration {
    spent().saturating_sub(begun)
}
