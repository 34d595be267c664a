//! `twinboard exhaust --shard` and `exhaust merge`: the results of one run, and refused files.

use super::exhaust::{SMALL, assert_last_row_found};
use crate::prelude::*;

/// Plays all shards of a run in a folder; returns their files there.
fn play_all(count: u32, folder: &TempDir) -> Vec<String> {
    let play = |number| {
        let file = format!("{number}-of-{count}");
        let shard = format!("{SMALL} --shard {number}/{count} --resume {file}");
        let done = run_in(folder, shard, 0);
        done.stdout(contains(format!(", shard {number} of {count}) in ")));
        file
    };
    (1..=count).map(play).collect()
}

#[test]
fn merged_shards_print_what_one_run_prints() {
    let folder = folder(&[]);
    let whole = twinboard(format!("{SMALL} --json -")).assert().success();
    let mut files = play_all(3, &folder);
    files.reverse();
    let merged = run_in(&folder, format!("exhaust merge {} --json -", files.join(" ")), 0);
    let tables = |done| {
        let json = printed_json(done);
        (json["status"].clone(), json["tests"][0]["tables"].clone())
    };
    assert_eq!(tables(&merged), tables(&whole));
    // The time of the run is not that of its shards.
    let text = lossy(&whole.get_output().stderr);
    let (text, _) = text.rsplit_once(" in ").unwrap();
    assert_eq!(lossy(&merged.get_output().stderr), format!("{text}\n"));
}

#[test]
fn a_merge_without_each_shard_once_is_refused() {
    let folder = folder(&[]);
    let files = play_all(3, &folder);
    run_in(&folder, format!("{SMALL} --shard 3/3 --resume other --legal-only"), 0);
    run_in(&folder, format!("{SMALL} --resume whole"), 0);
    let text = fs::read_to_string(folder.path().join(&files[2])).unwrap();
    assert!(text.contains('}'), "{text}");
    fs::write(folder.path().join("changed"), text.replacen('}', "", 1)).unwrap();
    for (files, complaint) in [
        ("1-of-3 2-of-3", "shard 3 of 3 is missing"),
        ("1-of-3 2-of-3 3-of-3 2-of-3", "shard 2 of 3 is repeated: "),
        ("1-of-3 2-of-3 none", "cannot read "),
        ("1-of-3 2-of-3 other", "--symbols 2 --legal-only and samegame --shapes 2x2"),
        ("whole", "is a checkpoint of a run without --shard"),
        ("1-of-3 2-of-3 changed", "is not a checkpoint"),
    ] {
        let merge = run_in(&folder, format!("exhaust merge {files}"), 2);
        merge.stdout(is_empty()).stderr(contains(complaint));
    }
}

#[test]
fn a_shard_of_another_build_is_refused() {
    let folder = folder(&[]);
    let files = play_all(2, &folder);
    // The example is another build with the same code.
    let mut merge = planted("samegame-last-row", "exhaust merge");
    let done = merge.arg(&files[0]).current_dir(&folder).assert().code(2).stdout(is_empty());
    done.stderr(contains("is of another build of this program: it has SHA-256 "));
}

#[test]
fn a_divergence_of_any_shard_is_reported_by_the_merge() {
    let folder = folder(&[]);
    let run =
        |arguments: &str| planted("samegame-last-row", arguments).current_dir(&folder).assert();
    let codes = [1, 2].map(|number| {
        let shard = format!("{SMALL} --shard {number}/2 --resume {number}-of-2 --out out");
        run(&shard).get_output().status.code()
    });
    assert!(codes.contains(&Some(1)), "{codes:?}");
    let finding = assert_last_row_found(run("exhaust merge 1-of-2 2-of-2 --json -"));
    assert_eq!(finding["rule_set"], "samegame");
}

#[test]
fn the_shards_of_verify_play_the_cases_of_one_run() {
    let verify = "verify samegame --engine samegame --seed 7 --cases 100";
    let cases = |more: &str| {
        let done = twinboard(format!("{verify} {more} --json -")).assert().success();
        printed_json(&done)["tests"][0]["figures"]["cases"].as_u64().unwrap()
    };
    assert_eq!(cases("--shard 1/2") + cases("--shard 2/2"), cases(""));
    let done = twinboard(format!("{verify} --shard 1/2")).assert().success();
    done.stdout(contains("(seed 7, shard 1 of 2)").and(contains("no divergence")));
}
