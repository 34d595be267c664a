//! `twinboard exhaust`: the table, checkpoints, and the report of a fault.

use crate::prelude::*;

/// The grids up to 2 × 2 with two colours: 8 set-ups of 2 × 2, the ways to part four cells into two
/// classes, and so on.
const TABLE: &str = "board  set-ups  positions  legal moves  refused            digest
1 × 1        1          0            0        8  3db03d26cb467482
1 × 2        2          1            1       31  803dbae1f756dbf9
2 × 1        2          1            1       31  acaeecd4fec8f46b
2 × 2        8          4           11      152  4f97973db4391d37
  all       13          6           13      222  ba347c1b759f621d
";
pub(super) const SMALL: &str = "exhaust samegame --shapes 2x2 --symbols 2";
/// The same with a checkpoint.
const KEPT: &str = "exhaust samegame --shapes 2x2 --symbols 2 --resume kept.json";

/// A run with a checkpoint as it is in the folder, which is refused without a result.
fn refused_in(folder: &TempDir, kept: &str, complaint: &str) {
    fs::write(folder.path().join("kept.json"), kept).unwrap();
    run_in(folder, KEPT, 2).stdout(is_empty()).stderr(contains(complaint));
}

#[test]
fn the_table_has_a_row_for_each_shape() {
    for threads in ["1", "4"] {
        let exhaust = twinboard(format!("{SMALL} --threads {threads}")).assert().success();
        exhaust.stderr(is_empty()).stdout(starts_with(TABLE)).stdout(contains(
            "\nsamegame: no divergence in 13 set-ups, 6 positions reached and 13 legal moves (all \
             boards up to 2 × 2, --symbols 2) in ",
        ));
    }
    let legal = twinboard(format!("{SMALL} --legal-only")).assert().success();
    legal.stdout(contains("refused").not().and(contains("ba347c1b759f621d")));
}

/// The first position has a known difference, which an enumeration of it does not check.
#[test]
fn a_difference_behind_a_known_one_fails_again_and_the_note_says_what_a_replay_shows() {
    let folder = folder(&[]);
    let mut exhaust = nim("exhaust nim --shapes 9");
    exhaust
        .env("NIM", "miscounts")
        .current_dir(folder.path())
        .assert()
        .code(1)
        .stdout(starts_with("DIVERGENCE nim: engine and oracle differ in the legal moves; "))
        .stdout(contains("from set-up 0 of 9 stones; nothing simpler fails (34 candidates tried)"))
        .stdout(contains(
            "\nnote: `diff` ends at step 0 of the case as it was found, at a known difference: \
             miscounts\n\nthe case\n  9\n  > 1\n",
        ));
}

#[test]
fn finished_shapes_are_saved_and_resumed() {
    let folder = folder(&[]);
    let path = folder.path().join("kept.json");
    run_in(&folder, KEPT, 0).stdout(starts_with(TABLE));
    let mut kept = json_file(&path);
    assert_eq!(kept["finished"].as_array().unwrap().len(), 4);
    // As if it had been killed before the last shape, and had other counts in the first.
    kept["finished"].as_array_mut().unwrap().pop();
    kept["finished"][0]["setups"] = 101.into();
    fs::write(&path, kept.to_string()).unwrap();
    let done = run_in(&folder, KEPT, 0);
    done.stdout(contains("1 × 1      101 ").and(contains("\n  all      113 ")));
    assert_eq!(json_file(&path)["finished"].as_array().unwrap().len(), 4);
}

#[test]
fn a_checkpoint_of_other_options_is_refused() {
    let folder = folder(&[]);
    run_in(&folder, KEPT, 0);
    let whole = fs::read_to_string(folder.path().join("kept.json")).unwrap();
    for (kept, complaint) in [
        ("{}", "is not a checkpoint of this program: missing field"),
        ("", "kept.json is not a checkpoint of this program: EOF"),
        (&whole[..whole.len() / 2], "kept.json is not a checkpoint of this program: EOF"),
        (
            &whole.replacen("\"bounds\"", "\"sum\"", 1),
            "is not a checkpoint of this program: unknown",
        ),
    ] {
        assert_ne!(kept, whole);
        refused_in(&folder, kept, complaint);
    }
    fs::write(folder.path().join("kept.json"), whole).unwrap();
    run_in(&folder, format!("{KEPT} --legal-only"), 2).stderr(contains(
        "rule set and options: samegame --shapes 2x2 --symbols 2 and samegame --shapes 2x2 --symbols 2 \
         --legal-only\n",
    ));
    let done = planted("none", KEPT).current_dir(&folder).assert().code(2);
    done.stderr(contains("build of this program: SHA-256 "));
}

/// The engine fails at once, and so does a run that takes the results of another one for its own.
#[test]
#[cfg(unix)]
fn a_checkpoint_of_another_engine_is_refused() {
    let folder = folder(&[]);
    let resumed = |comment: &str, code| {
        let hello = "printf '1 hello 2\\nprotocol 1\\nrule-set samegame\\n'";
        let script = format!("read line\n{hello}\nread line # {comment}\nexit 0\n");
        write_files(folder.path(), &[("e.sh", script.as_bytes())]);
        let done = run_in(&folder, format!("{KEPT} --engine 'sh ./e.sh'"), code);
        (done, fs::read_to_string(folder.path().join("kept.json")).unwrap())
    };
    let (_, before) = resumed("right", 1);
    resumed("right", 1);
    let (done, after) = resumed("wrong", 2);
    let complaint = contains("file e.sh of the engine: SHA-256 ");
    done.stdout(is_empty()).stderr(contains("kept.json has results of another run").and(complaint));
    assert_eq!(after, before);
}

#[test]
fn an_inconsistent_checkpoint_is_refused() {
    let folder = folder(&[]);
    let path = folder.path().join("kept.json");
    run_in(&folder, KEPT, 0);
    let whole = json_file(&path);
    let mut kept = whole.clone();
    let mut begun = kept["finished"].as_array_mut().unwrap().pop().unwrap();
    (begun["next"], begun["seen"]) = (8.into(), "0123".into());
    kept["begun"] = begun;
    let complaint = "the positions seen are not groups of 32 hexadecimal digits";
    refused_in(&folder, &kept.to_string(), complaint);
    // All set-ups of the last shape are done; only the shape is not marked as finished.
    kept["begun"]["seen"] = "0123456789abcdef0123456789abcdef".into();
    fs::write(&path, kept.to_string()).unwrap();
    run_in(&folder, KEPT, 0).stdout(starts_with(TABLE));
    assert_eq!(json_file(&path), whole);
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_saves_a_checkpoint_within_a_shape() {
    let folder = folder(&[]);
    let mut reached = vec![0];
    // On a slow machine Ctrl-C may come while the set-ups are still counted.
    for _ in 0..20 {
        let all = "exhaust paint --symbols 2 --legal-only --resume kept.json";
        let (printed, _) = interrupted(process(all).current_dir(&folder), 130);
        let is_ended = printed.trim_end().ends_with(", interrupted");
        assert!(printed.contains("paint: no") && is_ended, "{printed}");
        let kept = json_file(&folder.path().join("kept.json"));
        let next = kept["begun"]["next"].as_u64().unwrap_or(0);
        if next > *reached.last().unwrap() {
            assert!(printed.contains(" set-ups of 3 × 3; checkpoint in "), "{printed}");
            reached.push(next);
        }
        if reached.len() == 3 {
            return;
        }
    }
    panic!("no progress: {reached:?}");
}

#[test]
fn shapes_that_no_board_has_are_left_out() {
    // Shapes that no board has are left out only if they are not asked for.
    let square = twinboard("exhaust paint --shapes 2x2 --symbols 1").assert();
    square.success().stdout(contains("\n1 × 1 ").and(contains("1 × 2 ").not()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_failed_checkpoint_is_an_error_and_not_announced() {
    let (printed, stderr) = interrupted(process("exhaust paint --resume /proc/nope/kept.json"), 2);
    assert!(printed.contains("interrupted") && !printed.contains("checkpoint in"), "{printed}");
    assert!(stderr.contains("cannot write /proc/nope/kept.json"), "{stderr}");
}

/// What a run says of a fault of the last row, with `--json -`, and its only finding.
pub(super) fn assert_last_row_found(done: Assert) -> Value {
    let done = done
        .code(1)
        .stderr(starts_with("DIVERGENCE samegame: "))
        .stderr(contains("\nfound by enumeration, from set-up 0 of the 1 × 1 boards"))
        .stderr(contains("\nsamegame: 1 divergence (all boards up to 2 × 2, --symbols 2)"));
    let test = &printed_json(&done)["tests"][0];
    assert_eq!((&test["figures"]["complete"], &test["status"]), (&false.into(), &"failed".into()));
    test["findings"][0]["details"].clone()
}

#[test]
fn a_fault_is_detected_on_the_smallest_board_reported_and_saved() {
    let folder = folder(&[]);
    let exhaust = format!("{SMALL} --out out --json -");
    let done = planted("samegame-last-row", exhaust).current_dir(&folder).assert();
    let finding = assert_last_row_found(
        done.stderr(contains("\nsaved as ").and(contains("--symbols 2) in "))),
    );
    let saved = fs::read_to_string(only_file(&folder.path().join("out"))).unwrap();
    assert_eq!(finding["shrunk"], saved);
    planted("samegame-last-row", "diff -").write_stdin(saved.clone()).assert().code(1);
    twinboard("diff -").write_stdin(saved).assert().success();
}

#[test]
fn a_limit_ends_the_enumeration_with_what_was_finished() {
    let kept = folder(&[]);
    let limited = "exhaust paint --symbols 2 --resume kept.json";
    let done = run_in(&kept, format!("{limited} --positions-max 100 --json -"), 3);
    let done = done.stderr(contains(
        "\npaint: 100 positions were reached; no divergence in the finished part",
    ));
    let test = &printed_json(&done)["tests"][0];
    assert_eq!((&test["status"], &test["interrupted"]), (&"undecided".into(), &false.into()));
    assert!(test["figures"]["positions"].as_u64().unwrap() < 100, "{test}");
    // The rest is played later.
    run_in(&kept, format!("{limited} --time 500ms"), 3)
        .stdout(contains("\npaint: the time is over; no divergence in the finished part"));
}

#[test]
fn set_ups_that_are_no_boards_are_enumerated_by_their_size() {
    let done = nim("exhaust nim --shapes 4").assert().success();
    done.stdout(starts_with("stones  set-ups  positions  legal moves"))
        .stdout(contains("\n     4        1          4            9 "))
        .stdout(contains("19 legal moves (all set-ups up to 4 stones, --symbols 3) in "));
    // The usual bounds of the rule set are a square.
    nim("exhaust nim").assert().success().stdout(contains("up to 3 stones,"));
    let out = folder(&[]);
    let mut faulty = nim("exhaust nim --engine nim-four --shapes 9 --out");
    let done = faulty.arg(out.path()).assert().code(1);
    done.stdout(contains("\nfound by enumeration, from set-up 0 of 4 stones"));
    for (bound, complaint) in [
        ("3x4", "nim is enumerated by stones; expected a number, such as 5"),
        ("256", "or a size from 1 to 255"),
        ("0", "or a size from 1 to 255"),
    ] {
        let done = nim(format!("exhaust nim --shapes {bound}")).assert().code(2);
        done.stderr(contains(complaint));
    }
}

#[test]
fn a_position_that_does_not_determine_the_future_is_not_blamed_on_the_key() {
    let out = folder(&[]);
    let done = nim("exhaust memory --shapes 7 --out").arg(out.path()).assert().code(1);
    done.stdout(contains("not engine or oracle: its position does not determine the game\n"))
        .stdout(contains("\n  one way      from `").and(contains("\n  another way  from `")))
        .stdout(contains("canonical_key").not());
}
