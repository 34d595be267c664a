//! `twinboard exhaust --shard` and `exhaust merge`: the results of one run, and refused files.

use std::fs;
use std::path::{Path, PathBuf};

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

use super::support::{folder, lossy, planted, printed_json, text, twinboard};

const SMALL: [&str; 6] = ["exhaust", "samegame", "--shapes", "2x2", "--symbols", "2"];

/// The arguments that play shard K/N, and its file.
fn shard<'a>(shard: &'a str, file: &'a Path) -> Vec<&'a str> {
    [&SMALL[..], &["--shard", shard, "--resume", text(file)]].concat()
}

/// Plays all shards of a run; returns their files.
fn play_all(count: u32, folder: &Path) -> Vec<PathBuf> {
    let play = |number| {
        let file = folder.join(format!("{number}-of-{count}"));
        let done = twinboard(&shard(&format!("{number}/{count}"), &file)).assert().success();
        done.stdout(contains(format!(", shard {number} of {count}) in ")));
        file
    };
    (1..=count).map(play).collect()
}

/// The file with one text replaced, as another file.
fn changed(file: &Path, from: &str, to: &str) -> PathBuf {
    let whole = fs::read_to_string(file).unwrap();
    assert!(whole.contains(from), "{whole}");
    let changed = file.with_extension("changed");
    fs::write(&changed, whole.replacen(from, to, 1)).unwrap();
    changed
}

#[test]
fn merged_shards_print_what_one_run_prints() {
    let folder = folder(&[]);
    let whole = twinboard(&[&SMALL[..], &["--json", "-"]].concat()).assert().success();
    let files = play_all(3, folder.path());
    let files: Vec<&str> = files.iter().rev().map(|file| text(file)).collect();
    let all = [&["exhaust", "merge"], &files[..], &["--json", "-"]].concat();
    let merged = twinboard(&all).assert().success();
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
    let files = play_all(3, folder.path());
    let [one, two, three] = [0, 1, 2].map(|number| files[number].as_path());
    let refused = |files: &[&Path], complaint: &str| {
        let files = files.iter().map(|file| text(file));
        let merge: Vec<&str> = ["exhaust", "merge"].into_iter().chain(files).collect();
        twinboard(&merge).assert().code(2).stdout(is_empty()).stderr(contains(complaint));
    };
    refused(&[one, two], "shard 3 of 3 is missing");
    refused(&[one, two, three, two], "shard 2 of 3 is repeated: ");
    refused(&[one, two, &folder.path().join("none")], "cannot read ");
    let other = folder.path().join("other");
    let legal = [&shard("3/3", &other)[..], &["--legal-only"]].concat();
    twinboard(&legal).assert().success();
    refused(&[one, two, &other], "--symbols 2 --legal-only and samegame --shapes 2x2");
    let whole = folder.path().join("whole");
    let resume = [&SMALL[..], &["--resume", text(&whole)]].concat();
    twinboard(&resume).assert().success();
    refused(&[&whole], "is a checkpoint of a run without --shard");
    refused(&[one, two, &changed(three, "}", "")], "is not a checkpoint");
}

#[test]
fn a_shard_of_another_build_is_refused() {
    let folder = folder(&[]);
    let files = play_all(2, folder.path());
    // The example is another build with the same code.
    let done = planted("samegame-last-row", &["exhaust", "merge", text(&files[0])]).assert();
    done.code(2)
        .stdout(is_empty())
        .stderr(contains("is of another build of this program: it has SHA-256 "));
}

#[test]
fn a_divergence_of_any_shard_is_reported_by_the_merge() {
    let folder = folder(&[]);
    let out = folder.path().join("out");
    let mut codes = Vec::new();
    let files = ["1/2", "2/2"].map(|number| {
        let file = folder.path().join(number.replace('/', "-"));
        let all = [&shard(number, &file)[..], &["--out", text(&out)]].concat();
        codes.push(planted("samegame-last-row", &all).assert().get_output().status.code());
        file
    });
    assert!(codes.contains(&Some(1)), "{codes:?}");
    let all = ["exhaust", "merge", text(&files[0]), text(&files[1]), "--json", "-"];
    let done = planted("samegame-last-row", &all).assert().code(1);
    let done = done
        .stderr(starts_with("DIVERGENCE samegame: "))
        .stderr(contains("\nfound by enumeration, from set-up 0 of the 1 × 1 boards"))
        .stderr(contains("\nsamegame: 1 divergence (all boards up to 2 × 2, --symbols 2)"));
    let test = &printed_json(&done)["tests"][0];
    assert_eq!((&test["figures"]["complete"], &test["status"]), (&false.into(), &"failed".into()));
    assert_eq!(test["findings"][0]["details"]["rule_set"], "samegame");
}

#[test]
fn the_shards_of_verify_play_the_cases_of_one_run() {
    let seed = ["verify", "samegame", "--engine", "samegame", "--seed", "7", "--cases", "100"];
    let cases = |more: &[&str]| {
        let done = twinboard(&[&seed, more, &["--json", "-"]].concat()).assert().success();
        let json = printed_json(&done);
        json["tests"][0]["figures"]["cases"].as_u64().unwrap()
    };
    assert_eq!(cases(&["--shard", "1/2"]) + cases(&["--shard", "2/2"]), cases(&[]));
    let done = twinboard(&[&seed[..], &["--shard", "1/2"]].concat()).assert().success();
    done.stdout(contains("(seed 7, shard 1 of 2)").and(contains("no divergence")));
}
