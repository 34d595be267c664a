//! The peers: each draws boards and requests in its own way, and shrinks with its own means.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::time::Duration;

use bolero::produce;
use hegel::generators as gs;
use hegel::{Hegel, Settings, TestCase, Verbosity};
use proptest::arbitrary::any;
use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use quickcheck::{Arbitrary as _, Gen};

use super::games::{CELLS_MAX, MOVES_MAX, PlayedByHand, Raw};
use super::{Outcome, since, spent};

/// Shrinking ends after this time.
pub(super) const SHRINKING: Duration = Duration::from_secs(5);

fn outcome<G: PlayedByHand>(found: Option<Duration>, shrunk: Option<&Raw>) -> Outcome {
    Outcome { found, shrunk: shrunk.map_or(0, |raw| G::text(raw).len()) }
}

/// quickcheck: sizes up to that of `Gen`; a vector shrinks by its own rules, the board by its sides.
pub(crate) fn by_quickcheck<G: PlayedByHand>(limit: Duration) -> Outcome {
    let begun = spent();
    let mut random = Gen::from_size_and_seed(64, 1);
    while since(begun) < limit {
        let below = |random: &mut Gen, limit: u8| u8::arbitrary(random) % limit + 1;
        let (rows, columns) = (below(&mut random, G::ROWS_MAX), below(&mut random, G::COLUMNS_MAX));
        let mut raw = Raw {
            rows,
            columns,
            kinds: below(&mut random, 10),
            cells: (0..CELLS_MAX).map(|_| u8::arbitrary(&mut random)).collect(),
            moves: Vec::<(u8, u8, u8, u8)>::arbitrary(&mut random)
                .into_iter()
                .take(MOVES_MAX)
                .map(|(a, b, c, d)| [a, b, c, d])
                .collect(),
        };
        if !G::holds(&raw) {
            let found = since(begun);
            while let Some(simpler) = simpler(&raw).find(|raw| !G::holds(raw)) {
                if since(begun) > limit + SHRINKING {
                    break;
                }
                raw = simpler;
            }
            return outcome::<G>(Some(found), Some(&raw));
        }
    }
    outcome::<G>(None, None)
}

fn simpler(raw: &Raw) -> impl Iterator<Item = Raw> + use<> {
    let moves: Vec<_> = raw.moves.iter().map(|&[a, b, c, d]| (a, b, c, d)).collect();
    let with_moves = moves.shrink().map(|moves| Raw {
        moves: moves.into_iter().map(|(a, b, c, d)| [a, b, c, d]).collect(),
        ..raw.clone()
    });
    let rows = raw.rows.shrink().filter(|&rows| rows > 0);
    let columns = raw.columns.shrink().filter(|&columns| columns > 0);
    let kinds = raw.kinds.shrink().filter(|&kinds| kinds > 0);
    let cells = raw.cells.shrink().filter(|cells| !cells.is_empty());
    with_moves
        .chain(rows.map(|rows| Raw { rows, ..raw.clone() }))
        .chain(columns.map(|columns| Raw { columns, ..raw.clone() }))
        .chain(kinds.map(|kinds| Raw { kinds, ..raw.clone() }))
        .chain(cells.map(|cells| Raw { cells, ..raw.clone() }))
        .collect::<Vec<_>>()
        .into_iter()
}

/// proptest: strategies for the numbers, integrated shrinking.
pub(crate) fn by_proptest<G: PlayedByHand>(limit: Duration) -> Outcome {
    let strategy = (
        1..=G::ROWS_MAX,
        1..=G::COLUMNS_MAX,
        1..=10_u8,
        vec(any::<u8>(), 1..=CELLS_MAX),
        vec(any::<[u8; 4]>(), 0..=MOVES_MAX),
    )
        .prop_map(|(rows, columns, kinds, cells, moves)| Raw {
            rows,
            columns,
            kinds,
            cells,
            moves,
        });
    let config = Config {
        cases: u32::MAX,
        failure_persistence: None,
        max_shrink_iters: 1_000_000,
        max_shrink_time: SHRINKING.as_millis() as u32,
        ..Config::default()
    };
    let begun = spent();
    let (found, is_over) = (Cell::new(None), Cell::new(false));
    let result = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
        .run(&strategy, |raw| {
            // A failure that is none ends the run.
            if found.get().is_none() && since(begun) > limit {
                is_over.set(true);
            }
            if !is_over.get() && G::holds(&raw) {
                return Ok(());
            }
            if found.get().is_none() {
                found.set(Some(since(begun)));
            }
            Err(TestCaseError::fail("the sides differ"))
        });
    match result {
        Err(TestError::Fail(_, raw)) if !is_over.get() => outcome::<G>(found.get(), Some(&raw)),
        _ => outcome::<G>(None, None),
    }
}

/// hegeltest: the engine of Hypothesis, with swarm testing.
pub(crate) fn by_hegel<G: PlayedByHand>(limit: Duration) -> Outcome {
    let begun = spent();
    let found = Cell::new(None);
    let last = RefCell::new(None);
    let mut seed = 1;
    while found.get().is_none() && since(begun) < limit {
        let test = |case: TestCase| {
            let number = |max: u8| gs::integers::<u8>().min_value(1).max_value(max);
            let raw = Raw {
                rows: case.draw(number(G::ROWS_MAX)),
                columns: case.draw(number(G::COLUMNS_MAX)),
                kinds: case.draw(number(10)),
                cells: case.draw(gs::vecs(gs::integers::<u8>()).min_size(1).max_size(CELLS_MAX)),
                moves: case
                    .draw(
                        gs::vecs(gs::vecs(gs::integers::<u8>()).min_size(4).max_size(4))
                            .max_size(MOVES_MAX),
                    )
                    .into_iter()
                    .map(|four| [four[0], four[1], four[2], four[3]])
                    .collect(),
            };
            if found.get().is_none() && since(begun) > limit {
                return;
            }
            if !G::holds(&raw) {
                if found.get().is_none() {
                    found.set(Some(since(begun)));
                }
                last.replace(Some(raw));
                panic!("the sides differ");
            }
        };
        let settings = Settings::new()
            .test_cases(2_000)
            .seed(Some(seed))
            .verbosity(Verbosity::Quiet)
            .print_blob(false)
            .suppress_health_check(hegel::HealthCheck::all())
            .database(None);
        // The last failing case is the smallest: it is replayed in the end.
        let run = || Hegel::new(test).settings(settings).run();
        let _ = panic::catch_unwind(AssertUnwindSafe(run));
        seed += 1;
    }
    let last = last.into_inner();
    outcome::<G>(found.get(), last.as_ref())
}

/// bolero, with its engine for tests: random bytes, which are shrunk. Their seeds are not fixed.
pub(crate) fn by_bolero<G: PlayedByHand>(limit: Duration) -> Outcome {
    let begun = spent();
    // The time until the first failing case, and the last one, which is the smallest.
    let failed = Mutex::new((None, None));
    let test = || {
        let generator = (
            1..=G::ROWS_MAX,
            1..=G::COLUMNS_MAX,
            1..=10_u8,
            produce::<Vec<u8>>().with().len(1..=CELLS_MAX),
            produce::<Vec<[u8; 4]>>().with().len(0..=MOVES_MAX),
        );
        bolero::check!()
            .with_generator(generator)
            .with_iterations(usize::MAX)
            .with_test_time(limit)
            .with_max_len(4096)
            .with_shrink_time(SHRINKING)
            .for_each(|(rows, columns, kinds, cells, moves)| {
                let (cells, moves) = (cells.clone(), moves.clone());
                let raw = Raw { rows: *rows, columns: *columns, kinds: *kinds, cells, moves };
                if !G::holds(&raw) {
                    let mut failed = failed.lock().unwrap();
                    failed.0.get_or_insert_with(|| since(begun));
                    failed.1 = Some(raw);
                    drop(failed);
                    panic!("the sides differ");
                }
            });
    };
    while failed.lock().unwrap().0.is_none() && since(begun) < limit {
        let _ = panic::catch_unwind(AssertUnwindSafe(test));
    }
    let (found, last) = failed.into_inner().unwrap();
    outcome::<G>(found, last.as_ref())
}
