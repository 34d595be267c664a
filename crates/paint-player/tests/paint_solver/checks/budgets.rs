//! Interrupted searches. A search may end without an answer, but must not give a wrong one, nor
//! leave wrong entries in the tables.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use twinboard_harness::FailedAssertion;
use twinboard_solver::{Budget, Solver};
use twinboard_vocabulary::paint::Board;

use twinboard_paint_player::checks::answers::{
    CheckResult, VALUE, advice, check_advice, check_grundy, grundy, same, solution, value, wrong,
};
use twinboard_paint_player::checks::truth::Truth;

/// Limits in nodes at which searches are interrupted: at once, early, and at some later points.
const NODES: [u64; 9] = [0, 1, 2, 3, 5, 10, 25, 70, 600];

/// Limits in effort, which interrupt a search in the middle of a walk as well.
const EFFORTS: [u64; 6] = [2, 5, 12, 40, 150, 500];

/// Limits in memory, in the same unit; an outcome of a small board takes 3.
const MEMORIES: [u64; 4] = [1, 6, 24, 90];

/// A budget of each kind, all of which end at the same count of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The same as a deadline or a stop flag at this step.
    Effort,
    Nodes,
    Memory,
    /// The limit of whatever search is the innermost at this step.
    InnerLimit,
    /// The share of the time that the first proof has.
    Share,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Effort, Self::Nodes, Self::Memory, Self::InnerLimit, Self::Share];

    /// The budget that ends here, with what follows an answer in a message.
    fn ending_at(self, end: u64) -> (Budget<'static>, String) {
        let (some, all) = (Some(end), Budget::unlimited());
        let at_limit = Budget { hit_limit_at: some, ..all };
        let day = || Instant::now().checked_add(Duration::from_hours(24));
        let ended = "after the time for the first proof ended";
        match self {
            Self::Nodes => (Budget { nodes: some, ..all }, format!(" within {end} nodes")),
            Self::Effort => (Budget { effort: some, ..all }, format!(" within an effort of {end}")),
            Self::Memory => (Budget { memory: some, ..all }, format!(" within a memory of {end}")),
            Self::InnerLimit => (at_limit, format!(" after a limit was hit at step {end}")),
            Self::Share => {
                (Budget { deadline: day(), ..at_limit }, format!(" {ended} at step {end}"))
            }
        }
    }
}

/// The budgets by which searches are interrupted, each with what follows an answer in a message.
pub(crate) fn interrupting() -> impl Iterator<Item = (Budget<'static>, String)> {
    let ends: [(Kind, &[u64]); 4] = [
        (Kind::Nodes, &NODES),
        (Kind::Effort, &EFFORTS),
        (Kind::Memory, &MEMORIES),
        (Kind::InnerLimit, &EFFORTS),
    ];
    ends.into_iter().flat_map(|(kind, ends)| ends.iter().map(move |&end| kind.ending_at(end)))
}

/// Checks each answer of fresh solvers, ordinary and hasty, under budgets of every kind that end at
/// each step below `steps_max`, until the answer is proved all the same; and then what the solver
/// says without a limit, from the tables that it was left with. Returns the number of searches.
///
/// # Errors
///
/// If an answer is wrong, a move is missing or illegal, or the solution is not found in the end.
pub(crate) fn ended_at_each_step(
    truth: &mut Truth,
    board: &Board,
    steps_max: u64,
) -> Result<u64, FailedAssertion> {
    let mut searches = 0;
    for (new, whose) in
        [(Solver::new as fn() -> Solver, "a solver"), (Solver::hasty, "a hasty one")]
    {
        for (question, ask) in QUESTIONS {
            // The effort that suffices is the end of the steps at which a limit can be hit.
            let mut steps = steps_max;
            for kind in Kind::ALL {
                let mut sufficed = steps;
                for end in 0..steps {
                    let (mut solver, (budget, of)) = (new(), kind.ending_at(end));
                    let of = format!("{of} ({whose} asked for {question})");
                    let is_proved = ask(truth, &mut solver, board, &budget, &of)?;
                    let of = format!(" resumed{of}");
                    let is_full = ask(truth, &mut solver, board, &Budget::unlimited(), &of)?;
                    if !is_full {
                        return wrong(question, format!("there is none{of}"));
                    }
                    searches += 1;
                    if is_proved && !matches!(kind, Kind::InnerLimit | Kind::Share) {
                        sufficed = end;
                        break;
                    }
                }
                if kind == Kind::Effort {
                    steps = sufficed;
                }
            }
        }
    }
    Ok(searches)
}

/// Checks the answers of one solver under growing limits, and at last without a limit.
///
/// # Errors
///
/// If an answer is wrong, a move is missing or illegal, or the unlimited search does not find the
/// solution.
pub(crate) fn within(truth: &mut Truth, solver: &mut Solver, board: &Board) -> CheckResult {
    let known = solution(truth, board)?;
    let stop = AtomicBool::new(true);
    let stopped = Budget { stop: Some(&stop), ..Budget::unlimited() };
    let late = Instant::now().checked_sub(Duration::from_secs(1)).or(Some(Instant::now()));
    let late = Budget { deadline: late, ..Budget::unlimited() };
    answers_within_budget(truth, solver, board, &stopped, " when stopped at once")?;
    answers_within_budget(truth, solver, board, &late, " after its deadline")?;
    for (budget, of) in interrupting() {
        answers_within_budget(truth, solver, board, &budget, &of)?;
        // A search with empty tables is interrupted at other points.
        let given = Solver::new().value(board, &budget);
        if given.is_some() {
            same(VALUE, given, Some(known.value), &of)?;
        }
        let given = Solver::new().grundy(board, &budget);
        check_grundy(known, given, false, &of)?;
    }
    value(truth, solver, board)?;
    grundy(truth, solver, board)?;
    advice(truth, solver, board)
}

/// Checks all answers of a search with any budget: none may be a guess presented as a proof.
///
/// # Errors
///
/// If an answer is wrong, or a move is missing or illegal.
pub(crate) fn answers_within_budget(
    truth: &mut Truth,
    solver: &mut Solver,
    board: &Board,
    budget: &Budget<'_>,
    of: &str,
) -> CheckResult {
    for (_, ask) in QUESTIONS {
        ask(truth, solver, board, budget, of)?;
    }
    Ok(())
}

/// Asks a solver one question with any budget and checks the answer. True if it is proved in full.
pub(crate) type Question =
    fn(&mut Truth, &mut Solver, &Board, &Budget<'_>, &str) -> Result<bool, FailedAssertion>;

/// All questions, by name.
pub(crate) const QUESTIONS: [(&str, Question); 3] = [
    ("the advice", |truth, solver, board, budget, of| {
        let given = solver.advise(board, budget);
        check_advice(truth, board, given.as_ref(), of)?;
        let known = solution(truth, board)?.value;
        Ok(given.is_none_or(|given| given.value == Some(known)))
    }),
    ("the value", |truth, solver, board, budget, of| {
        let given = solver.value(board, budget);
        if given.is_some() {
            same(VALUE, given, Some(solution(truth, board)?.value), of)?;
        }
        Ok(given.is_some())
    }),
    ("the Grundy value", |truth, solver, board, budget, of| {
        let known = solution(truth, board)?;
        let given = solver.grundy(board, budget);
        check_grundy(known, given, false, of)?;
        Ok(given.is_some() || !known.has_dead)
    }),
];
