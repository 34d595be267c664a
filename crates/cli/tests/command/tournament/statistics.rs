//! The statistics of matches and tournaments.

use super::{DRAW, WIN, boards, result, run, script};
use crate::prelude::*;

/// The numbers of pairs with each score, from 0 to 1.
fn counts(pairs: &Value) -> Vec<u64> {
    let pairs = pairs.as_array().unwrap().iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let count = |(pair, score): (&Value, f64)| {
        assert_eq!(pair["score"], score);
        pair["count"].as_u64().unwrap()
    };
    pairs.map(count).collect()
}

#[test]
fn a_match_has_pairs_an_elo_difference_with_its_bound_and_faults_by_name() {
    // `quits` loses every game except the one on DRAW in which it moves second and is never asked.
    let folder = boards(&[DRAW, WIN, WIN]);
    let quits = format!("match paint --a {} --b random", script("quits", "exit 3"));
    let done = run(&folder, &quits, 0).stderr(is_empty());
    // 0 · 2/3 + ¼ · 1/3 of a point per game, so 400 lg(1/12 : 11/12). The other figures are pinned
    // here and checked in the tests of the referee.
    done.stdout(contains(
        "quits against random, with 1 for a win and ½ for a draw\n\
        \x20 games   0 won, 1 drawn, 5 lost\n\
        \x20 pairs   2 with 0, 1 with ½, 0 with 1, 0 with 1½, 0 with 2\n\
        \x20 Elo     -416.6, 95 % confidence: -897.2 to +14.6\n",
    ))
    .stdout(contains("\n  faults  quits lost by 3 crash\n"));
    // On WIN alone all games are lost, which proves no infinite difference.
    let folder = boards(&[WIN, WIN]);
    let done = run(&folder, &format!("{quits} --json games.json"), 0).stderr(is_empty());
    // Two pairs alike: 1 − √0.025 of the points are not excluded.
    done.stdout(contains("\n  Elo     at most +290.5 (95 % confidence)\n"));
    let meeting = &result(&folder)["figures"]["meetings"][0];
    assert_eq!(counts(&meeting["pairs"]), [2, 0, 0, 0, 0]);
    let elo = &meeting["elo"];
    assert_eq!((&elo["difference"], &elo["low"]), (&Value::Null, &Value::Null));
    assert!(elo["superiority"].as_f64().unwrap() < 0.1, "{meeting}");
    assert_eq!(meeting["faults"], json!({ "first": { "crash": 2 }, "second": {} }));
}

/// A test between two players that decides before the boards run out.
const TEST: &str = "match paint --a greedy --b random --group 1..2 --seeds 1..100 --sprt 0,200 \
                    --time 60s --out games --json games.json";

/// The decision of a completed test, with its figures, as JSON.
fn decided(folder: &TempDir) -> Value {
    let result = result(folder);
    assert_eq!(result["status"], "passed", "{result}");
    result["figures"]["sprt"].clone()
}

#[test]
fn a_test_decides_equally_on_any_number_of_threads_and_after_a_resumption() {
    let tested = |jobs: &str| {
        let folder = folder(&[]);
        let done = run_in(&folder, format!("{TEST} --jobs {jobs}"), 0).stderr(is_empty());
        done.stdout(contains(" accepted after ").and(contains(" games until the decision, kept")));
        folder
    };
    let folder = tested("1");
    let expected = decided(&folder);
    assert!(expected["decision"].is_string(), "{expected}");
    assert_eq!(decided(&tested("3")), expected);

    // As if it had been killed after some games, in another order than theirs.
    let journal = folder.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let games = 2 * counts(&expected["pairs"]).iter().sum::<u64>() as usize;
    assert!((20..200).contains(&games) && lines.len() > games, "{games}");
    let kept = [&lines[..1], &lines[4..8], &lines[2..3]].concat().join("\n") + "\n";
    fs::write(&journal, &kept).unwrap();
    let resume = "match --resume games --json games.json";
    let done = run_in(&folder, resume, 0);
    done.stderr("resuming games: 5 of 400 games already played\n");
    assert_eq!(decided(&folder), expected);

    // After a decision no more games are played.
    let text = fs::read_to_string(&journal).unwrap();
    run_in(&folder, resume, 0);
    assert_eq!(decided(&folder), expected);
    assert_eq!(fs::read_to_string(&journal).unwrap(), text);
    // A different test is refused.
    run_in(&folder, format!("{TEST} --alpha 0.01"), 2)
        .stderr(contains("games contains games with another sequential test"));
}

#[test]
fn a_test_without_a_decision_ends_with_the_last_board() {
    let folder = boards(&[WIN, DRAW]);
    let done = run(&folder, "match paint --a random --b greedy --sprt -5,0", 0);
    // With all pairs 1 : 1 the LLR is 2 ln((1 − 0.5)/(1 − s0)), where s0 = 0.4928.
    done.stdout(contains(
        "  SPRT    no decision between Elo -5 and 0 after 2 pairs of at least 204: \
         LLR 0.03, bounds -2.94 and 2.94\n",
    ))
    .stdout(contains("4 games, kept in games"))
    .stderr(contains(
        "warning: --sprt: 2 boards cannot decide this test, whatever the results: it takes at \
         least 204, most often many more\n",
    ));
}
