//! `twinboard exhaust`: the table, checkpoints, and the report of a fault.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

use super::support::{
    folder, interrupt, json_file, lossy, nim, only_file, planted, printed_json, process, start,
    text, twinboard,
};

/// The grids up to 2 × 2 with two colours: 8 set-ups of 2 × 2, the ways to part four cells into two
/// classes, and so on.
const TABLE: &str = "board  set-ups  positions  legal moves  refused            digest
1 × 1        1          0            0        8  3db03d26cb467482
1 × 2        2          1            1       31  803dbae1f756dbf9
2 × 1        2          1            1       31  acaeecd4fec8f46b
2 × 2        8          4           11      152  4f97973db4391d37
  all       13          6           13      222  ba347c1b759f621d
";
const SMALL: [&str; 5] = ["samegame", "--shapes", "2x2", "--symbols", "2"];

fn exhaust(arguments: &[&str]) -> assert_cmd::Command {
    twinboard(&[&["exhaust"], &SMALL[..], arguments].concat())
}

#[test]
fn the_table_has_a_row_for_each_shape() {
    for threads in ["1", "4"] {
        let done = exhaust(&["--threads", threads]).assert().success().stderr(is_empty());
        done.stdout(starts_with(TABLE)).stdout(contains(
            "\nsamegame: no divergence in 13 set-ups, 6 positions reached and 13 legal moves (all \
             boards up to 2 × 2, --symbols 2) in ",
        ));
    }
    let legal = exhaust(&["--legal-only"]).assert().success();
    legal.stdout(contains("refused").not().and(contains("ba347c1b759f621d")));
}

/// The first position has a known difference, which an enumeration of it does not check.
#[test]
fn a_difference_behind_a_known_one_fails_again_and_the_note_says_what_a_replay_shows() {
    let folder = folder(&[]);
    let mut exhaust = nim(&["exhaust", "nim", "--shapes", "9"]);
    exhaust.env("NIM", "miscounts").current_dir(folder.path());
    exhaust
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
    let resume = ["--resume", text(&path)];
    exhaust(&resume).assert().success().stdout(starts_with(TABLE));
    let mut kept = json_file(&path);
    assert_eq!(kept["finished"].as_array().unwrap().len(), 4);
    // As if it had been killed before the last shape, and had other counts in the first.
    kept["finished"].as_array_mut().unwrap().pop();
    kept["finished"][0]["setups"] = 101.into();
    fs::write(&path, kept.to_string()).unwrap();
    let done = exhaust(&resume).assert().success();
    done.stdout(contains("1 × 1      101 ").and(contains("\n  all      113 ")));
    assert_eq!(json_file(&path)["finished"].as_array().unwrap().len(), 4);
}

#[test]
fn a_checkpoint_of_other_options_is_refused() {
    let folder = folder(&[("kept.json", b"{}")]);
    let path = folder.path().join("kept.json");
    let resume = ["--resume", text(&path)];
    let done = exhaust(&resume).assert().code(2).stdout(is_empty());
    done.stderr(contains("is not a checkpoint of this program: missing field"));
    fs::remove_file(&path).unwrap();
    exhaust(&resume).assert().success();
    let whole = fs::read_to_string(&path).unwrap();
    for (text, complaint) in [
        ("", "kept.json is not a checkpoint of this program: EOF"),
        (&whole[..whole.len() / 2], "kept.json is not a checkpoint of this program: EOF"),
        (
            &whole.replacen("\"bounds\"", "\"sum\"", 1),
            "is not a checkpoint of this program: unknown",
        ),
    ] {
        assert_ne!(text, whole);
        fs::write(&path, text).unwrap();
        exhaust(&resume).assert().code(2).stdout(is_empty()).stderr(contains(complaint));
    }
    fs::write(&path, whole).unwrap();
    let done = exhaust(&[&resume[..], &["--legal-only"]].concat()).assert().code(2);
    done.stderr(contains(
        "rule set and options: samegame --shapes 2x2 --symbols 2 and samegame --shapes 2x2 --symbols 2 \
         --legal-only\n",
    ));
    let done = planted("none", &[&["exhaust"], &SMALL[..], &resume].concat()).assert().code(2);
    done.stderr(contains("build of this program: SHA-256 "));
}

/// The engine fails at once, and so does a run that takes the results of another one for its own.
#[test]
#[cfg(unix)]
fn a_checkpoint_of_another_engine_is_refused() {
    let script = |comment: &str| {
        let hello = "printf '1 hello 2\\nprotocol 1\\nrule-set samegame\\n'";
        format!("read line\n{hello}\nread line # {comment}\nexit 0\n")
    };
    let folder = folder(&[("e.sh", script("right").as_bytes())]);
    let kept = || fs::read_to_string(folder.path().join("kept")).unwrap();
    let resumed = || {
        let mut run = exhaust(&["--engine", "sh ./e.sh", "--resume", "kept"]);
        run.current_dir(folder.path()).assert()
    };
    resumed().code(1);
    let before = kept();
    resumed().code(1);
    fs::write(folder.path().join("e.sh"), script("wrong")).unwrap();
    let done = resumed().code(2).stdout(is_empty());
    let complaint = contains("file e.sh of the engine: SHA-256 ");
    done.stderr(contains("kept has results of another run").and(complaint));
    assert_eq!(kept(), before);
}

#[test]
fn an_inconsistent_checkpoint_is_refused() {
    let folder = folder(&[]);
    let path = folder.path().join("kept.json");
    let resume = ["--resume", text(&path)];
    exhaust(&resume).assert().success();
    let whole = json_file(&path);
    let mut kept = whole.clone();
    let mut begun = kept["finished"].as_array_mut().unwrap().pop().unwrap();
    (begun["next"], begun["seen"]) = (8.into(), "0123".into());
    kept["begun"] = begun;
    fs::write(&path, kept.to_string()).unwrap();
    let done = exhaust(&resume).assert().code(2).stdout(is_empty());
    done.stderr(contains("the positions seen are not groups of 32 hexadecimal digits"));
    // All set-ups of the last shape are done; only the shape is not marked as finished.
    kept["begun"]["seen"] = "0123456789abcdef0123456789abcdef".into();
    fs::write(&path, kept.to_string()).unwrap();
    exhaust(&resume).assert().success().stdout(starts_with(TABLE));
    assert_eq!(json_file(&path), whole);
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_saves_a_checkpoint_within_a_shape() {
    let folder = folder(&[]);
    let path = folder.path().join("kept.json");
    let all = ["exhaust", "paint", "--symbols", "2", "--legal-only", "--resume", text(&path)];
    let mut reached = vec![0];
    // On a slow machine Ctrl-C may come while the set-ups are still counted.
    for _ in 0..20 {
        let child = start(process(&all));
        interrupt(&child);
        let done = child.wait_with_output().unwrap();
        assert_eq!(done.status.code(), Some(130), "{}", lossy(&done.stderr));
        let printed = lossy(&done.stdout);
        assert!(
            printed.contains("paint: no") && printed.trim_end().ends_with(", interrupted"),
            "{printed}"
        );
        let next = json_file(&path)["begun"]["next"].as_u64().unwrap_or(0);
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
    let square = twinboard(&["exhaust", "paint", "--shapes", "2x2", "--symbols", "1"]).assert();
    square.success().stdout(contains("\n1 × 1 ").and(contains("1 × 2 ").not()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_failed_checkpoint_is_an_error_and_not_announced() {
    let resume = ["--resume", "/proc/nope/kept.json"];
    let child = start(process(&[&["exhaust", "paint"], &resume[..]].concat()));
    interrupt(&child);
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    let printed = lossy(&done.stdout);
    assert!(printed.contains("interrupted") && !printed.contains("checkpoint in"), "{printed}");
    assert!(lossy(&done.stderr).contains("cannot write /proc/nope/kept.json"));
}

#[test]
fn a_fault_is_detected_on_the_smallest_board_reported_and_saved() {
    let out = folder(&[]);
    let all = [&["exhaust"], &SMALL[..], &["--out", text(out.path()), "--json", "-"]].concat();
    let done = planted("samegame-last-row", &all).assert().code(1);
    let done = done
        .stderr(starts_with("DIVERGENCE samegame: ").and(contains("\nsaved as ")))
        .stderr(contains("\nfound by enumeration, from set-up 0 of the 1 × 1 boards"))
        .stderr(contains("\nsamegame: 1 divergence (all boards up to 2 × 2, --symbols 2) in "));
    let saved = fs::read_to_string(only_file(out.path())).unwrap();
    let test = &printed_json(&done)["tests"][0];
    assert_eq!((&test["figures"]["complete"], &test["status"]), (&false.into(), &"failed".into()));
    assert_eq!(test["findings"][0]["details"]["shrunk"], saved);
    planted("samegame-last-row", &["diff", "-"]).write_stdin(saved.clone()).assert().code(1);
    twinboard(&["diff", "-"]).write_stdin(saved).assert().success();
}

#[test]
fn a_limit_ends_the_enumeration_with_what_was_finished() {
    let kept = folder(&[]);
    let path = kept.path().join("kept.json");
    let limited = ["exhaust", "paint", "--symbols", "2", "--resume", text(&path)];
    let all = [&limited[..], &["--positions-max", "100", "--json", "-"]].concat();
    let done = twinboard(&all).assert().code(3);
    let done = done.stderr(contains(
        "\npaint: 100 positions were reached; no divergence in the finished part",
    ));
    let test = &printed_json(&done)["tests"][0];
    assert_eq!((&test["status"], &test["interrupted"]), (&"undecided".into(), &false.into()));
    assert!(test["figures"]["positions"].as_u64().unwrap() < 100, "{test}");
    // The rest is played later.
    let done = twinboard(&[&limited[..], &["--time", "500ms"]].concat()).assert().code(3);
    done.stdout(contains("\npaint: the time is over; no divergence in the finished part"));
}

#[test]
fn set_ups_that_are_no_boards_are_enumerated_by_their_size() {
    let done = nim(&["exhaust", "nim", "--shapes", "4"]).assert().success();
    done.stdout(starts_with("stones  set-ups  positions  legal moves"))
        .stdout(contains("\n     4        1          4            9 "))
        .stdout(contains("19 legal moves (all set-ups up to 4 stones, --symbols 3) in "));
    // The usual bounds of the rule set are a square.
    nim(&["exhaust", "nim"]).assert().success().stdout(contains("up to 3 stones,"));
    let out = folder(&[]);
    let faulty = ["exhaust", "nim", "--engine", "nim-four", "--shapes", "9"];
    let done = nim(&[&faulty[..], &["--out", text(out.path())]].concat()).assert().code(1);
    done.stdout(contains("\nfound by enumeration, from set-up 0 of 4 stones"));
    for (bound, complaint) in [
        ("3x4", "nim is enumerated by stones; expected a number, such as 5"),
        ("256", "or a size from 1 to 255"),
        ("0", "or a size from 1 to 255"),
    ] {
        let done = nim(&["exhaust", "nim", "--shapes", bound]).assert().code(2);
        done.stderr(contains(complaint));
    }
}

#[test]
fn a_position_that_does_not_determine_the_future_is_not_blamed_on_the_key() {
    let out = folder(&[]);
    let arguments = ["exhaust", "memory", "--shapes", "7", "--out", text(out.path())];
    let done = nim(&arguments).assert().code(1);
    done.stdout(contains("not engine or oracle: its position does not determine the game\n"))
        .stdout(contains("\n  one way      from `").and(contains("\n  another way  from `")))
        .stdout(contains("canonical_key").not());
}
