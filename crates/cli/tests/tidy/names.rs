//! Identifiers that were renamed do not come up again.

use std::collections::{BTreeMap, BTreeSet};

use super::comments::comments;
use super::repository::{SourceFile, assert_none, files};
use super::rust::{code_of, numbered, words};

/// Retired identifiers with their successors, by the folder in which they are retired; the empty
/// folder is the whole tree. The successor is only for the message.
#[rustfmt::skip]
const RETIRED: &[(&str, &[(&str, &str)])] = &[
    ("", &[
        ("Claimed", "FailedAssertion"),
        ("Claims", "AssertionChecker"),
        ("Crew", "Pool"),
        ("Desk", "Slot"),
        ("Growth", "MovePolicy"),
        ("Heart", "Reporter"),
        ("Knob", "Parameter"),
        ("Overseer", "Pool"),
        ("Pulse", "Activity"),
        ("Shift", "Work"),
        ("Taste", "Preference"),
        ("Trouble", "RefereeError"),
        ("Unfit", "ParameterError"),
        ("Who", "PlayerKind"),
        ("Words", "Vocabulary"),
        ("WordsOf", "VocabularyOf"),
        ("WrongClaim", "FailedAssertion"),
        ("brought", "custom"),
        ("employ", "add_worker"),
        ("essence", "canonical_key"),
        ("from_words", "from_setup"),
        ("heartbeat", "telemetry"),
        ("look_round", "poll"),
        ("promises", "self_checks"),
        ("to_words", "to_position"),
    ]),
    ("cli/", &[
        ("Budget", "CampaignBudget, MoveBudget"),
        ("Plan", "CampaignPlan, ExhaustPlan, PerftPlan, BenchPlan, HorizonPlan"),
        ("Progress", "CampaignProgress, ExhaustProgress, PerftProgress, CheckProgress"),
        ("Wrong", "FailingCase"),
    ]),
    ("crates/command/src/", &[
        ("Outcome", "CampaignResult, ExhaustResult, PerftResult, CheckOutcome"),
        ("Row", "DepthCounts, FaultRow, StandingsRow"),
    ]),
    ("harness/", &[
        ("Budget", "CampaignBudget"),
        ("End", "ExhaustEnd, PerftEnd"),
        ("Found", "FoundDivergence, LocatedDivergence"),
        ("Halt", "ExploreError, WalkError"),
        ("Plan", "CampaignPlan, ExhaustPlan, PerftPlan, BenchPlan, HorizonPlan"),
        ("Progress", "CampaignProgress, ExhaustProgress, PerftProgress"),
        ("Row", "DepthCounts"),
        ("Whole", "ExpandedDepth"),
    ]),
    ("referee/", &[
        ("Budget", "MoveBudget"),
        ("Row", "StandingsRow"),
    ]),
    ("solver/", &[
        ("Alive", "LiveNumbers"),
        ("AllSuspended", "SuspendedQueries"),
        ("Doubtful", "GuessedLoss"),
        ("Hopeful", "GuessedWin"),
        ("LOOK", "POLL_INTERVAL"),
        ("Left", "Components"),
        ("Lister", "SuccessorLister"),
        ("Look", "Features"),
        ("Looker", "SurvivorVisitor"),
        ("OPENING_PROOF_EFFORT", "FIRST_PROOF_EFFORT"),
        ("Odds", "ValueModel"),
        ("Question", "Query"),
        ("Replies", "KillerMoves"),
        ("Reply", "ShapeMove"),
        ("Rest", "WalkState"),
        ("Rivals", "ConflictGraph"),
        ("Spent", "Exhausted"),
        ("Standing", "Verdict"),
        ("TICK", "STOP_POLL_INTERVAL"),
        ("TRIES", "GUESS_SAMPLES"),
        ("Team", "ParallelSolver"),
        ("Unsettled", "OutcomeQueue"),
        ("WAYS", "BUCKET_ENTRIES"),
        ("Way", "Path"),
        ("Whole", "PositionSearch"),
        ("Winning", "WinningMove"),
        ("at_first", "initial_limit"),
        ("back_to", "undo_to"),
        ("bystanders", "unaffected"),
        ("fresh_balls", "reset_balls"),
        ("go_through", "run_exact"),
        ("is_alone", "is_single"),
        ("is_spent", "is_exhausted"),
        ("join_at_all", "connect_by_search"),
        ("look_up", "poll_clock"),
        ("stand_by", "set_aside_unaffected"),
        ("steps_from", "ball"),
        ("steps_in_reach", "ball_by_words"),
        ("take_reply", "take_refutation"),
        ("try_some", "try_samples"),
        ("turn_to", "switch_to"),
        ("twice_near", "near_two"),
        ("within_time", "with_time_limit"),
    ]),
];

/// The wanted identifiers of code and of code in comments, with their lines.
fn identifiers(source: &str, is_wanted: impl Fn(&&str) -> bool) -> BTreeSet<(usize, String)> {
    let mut found = BTreeSet::new();
    for (number, line) in numbered(&code_of(source)) {
        found.extend(words(line).filter(&is_wanted).map(|word| (number, word.to_owned())));
    }
    for comment in comments(source) {
        for (number, line) in comment.lines() {
            let words = line.split('`').skip(1).step_by(2).flat_map(words);
            found.extend(words.filter(&is_wanted).map(|word| (number, word.to_owned())));
        }
    }
    found
}

/// Retired names in a source, but not in this one with the table.
fn faults(file: &SourceFile, retired: &[(&str, &[(&str, &str)])]) -> Vec<String> {
    if file.path.ends_with("tidy/names.rs") {
        return Vec::new();
    }
    let here = retired.iter().filter(|(folder, _)| file.path.starts_with(folder));
    // Most names are in no text, not even as a part of another: that is the cheaper test.
    let names = here.flat_map(|(_, names)| *names).filter(|(old, _)| file.text.contains(old));
    let names: BTreeMap<&str, &str> = names.copied().collect();
    if names.is_empty() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (number, word) in identifiers(&file.text, |word| names.contains_key(word)) {
        faults.push(format!("{}:{number}: `{word}` is now `{}`", file.path, names[&*word]));
    }
    faults
}

#[test]
fn retired_names_stay_retired() {
    let faults = files(".rs").iter().flat_map(|file| faults(file, RETIRED)).collect::<Vec<_>>();
    assert_none(&faults);
}

#[test]
fn a_retired_name_is_found_as_a_whole_word_in_its_folder() {
    let retired: &[(&str, &[(&str, &str)])] =
        &[("", &[("Crew", "Pool")]), ("solver/", &[("Way", "Path")])];
    let text = "use Crew;\n// A `Crew::new`, no Crew or `Crews`.\nlet s = \"Crew\"; Crewed\nWay\n";
    let faults = |path: &str| faults(&SourceFile { path: path.into(), text: text.into() }, retired);
    let crew = ["a.rs:1: `Crew` is now `Pool`", "a.rs:2: `Crew` is now `Pool`"];
    assert_eq!(faults("a.rs"), crew);
    assert_eq!(faults("solver/a.rs").len(), 3);
    assert_eq!(faults("solver/a.rs")[2], "solver/a.rs:4: `Way` is now `Path`");
}
