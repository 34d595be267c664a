//! `twinboard fuzz`, with shell scripts instead of fuzz targets. They print and write the same as
//! libFuzzer, as far as the command reads it.

use crate::prelude::*;

const MANIFEST: &[u8] = b"[package]\nname = 'fake'\nmetadata.cargo-fuzz = true\n\
                          [[bin]]\nname = 'samegame'\n[[bin]]\nname = 'samegame_rows'\n";

/// A case that shows a fill which does not pass from column 4 to column 5.
const WIDE: &str = "2 6\n1 0 0 0 0 0\n1 2 1 2 1 2\n2 2\n1 1\n0 0\n0 0\n";
/// The fault that [`WIDE`] shows.
const WORD_CARRY: &str = "samegame-word-carry";

/// A case that shows a group which stays too small in the list of the engine `samegame-list`.
const BESIDE: &str = "2 4\n0 0 1 1\n1 1 0 0\n1 1\n0 0\n0 0\n";

const TELEMETRY: &str =
    r#"echo 'twinboard-telemetry {"executions":40,"by_accepted":[1,1,37],"clauses":[5,0,7]}' >&2"#;

/// A script of a target that finds nothing.
pub(super) const QUIET: &str = r"
echo '#64 INITED cov: 1000 ft: 2000 corp: 10/3Kb exec/s: 0 rss: 20Mb' >&2
echo '#1234 NEW cov: 1010 ft: 2100 corp: 12/4Kb lim: 9 exec/s: 99 rss: 20Mb L: 1/1 MS: 1 X-' >&2
";

/// A minimal clone of the repository with scripts as targets. They run `replays` to replay the
/// corpus, `fuzzes` to fuzz and `merges` to compare coverage.
///
/// A shell that reads its path without quotes would split it.
pub(super) fn clone(replays: &str, fuzzes: &str, merges: &str) -> TempDir {
    let clone = tempfile::Builder::new().prefix("a b 'c' & [d] $(e) ").tempdir().unwrap();
    write_files(
        clone.path(),
        &[
            ("fuzz/Cargo.toml", MANIFEST),
            ("corpus/samegame/edge/wide.txt", WIDE.as_bytes()),
            ("corpus/samegame/edge/other.txt", b"1 1\n0\n0 0\n0 0\n"),
        ],
    );
    let script = format!(
        "#!/bin/sh\necho \"$0 $*\" >> \"$(dirname \"$0\")\"/calls\n\
         for argument; do case $argument in -artifact_prefix=*) artifacts=${{argument#*=}};; esac; done\n\
         case $* in\n*-runs=0*)\n{replays}\n;;\n*merge*)\n{merges}\n{BY_SHELL}\n;;\n*)\n{fuzzes}\n;;\nesac\n"
    );
    fs::create_dir(clone.path().join("bin")).unwrap();
    for name in ["samegame", "samegame_rows"] {
        write_program(clone.path().join("bin").join(name), &script);
    }
    clone
}

/// As libFuzzer, a merge starts its own program once more by a shell, without quoting: then the
/// arguments after the first are folders. It ends with success whatever comes of that.
const BY_SHELL: &str = r#"
for argument; do case $argument in -*) ;; *) folders="$folders $argument";; esac; done
if sh -c "test -x ./target && cd $TMPDIR && ls $folders" > /dev/null
then echo 'MERGE-OUTER: successful in 1 attempt(s)' >&2; fi"#;

/// A script of a target that fails on `input`.
fn finding(input: &str) -> String {
    let input = input.replace('\n', "\\n");
    format!(
        "printf '{input}' > \"$artifacts\"crash-1\n\
         echo \"artifact_prefix='$artifacts'; Test unit written to ${{artifacts}}crash-1\" >&2\n\
         echo 'last line of output' >&2\nexit 77"
    )
}

/// The command with a process for each target, unless `arguments` say otherwise. It ends with this
/// code.
pub(super) fn fuzz(clone: &TempDir, arguments: &str, code: i32) -> Assert {
    let jobs = match arguments {
        _ if arguments.contains("--jobs") => "",
        _ if arguments.is_empty() || arguments.starts_with('-') => " --jobs 2",
        _ => " --jobs 1",
    };
    run_in(clone, format!("fuzz --programs bin --time 2s{jobs} {arguments}"), code)
}

/// What the command prints about a target with this fault, which it finds.
fn found(clone: &TempDir, fault: &str, arguments: &str) -> String {
    let fuzz = format!("fuzz --programs bin samegame {arguments}");
    printed(&planted(fault, fuzz).current_dir(clone).assert().code(1))
}

/// The command lines by which the scripts of a clone were run.
fn calls(clone: &TempDir) -> Vec<String> {
    read(clone, "bin/calls").lines().map(str::to_owned).collect()
}

pub(super) fn read(clone: &TempDir, name: &str) -> String {
    fs::read_to_string(clone.path().join(name)).unwrap()
}

#[test]
fn a_target_replays_the_corpus_then_fuzzes_then_merges() {
    let clone = clone("", QUIET, "");
    fuzz(&clone, "samegame --seed 7", 0);
    let calls = calls(&clone);
    assert_eq!(calls.len(), 3, "{calls:?}");
    assert!(calls[0].contains("-runs=0") && calls[0].ends_with("/corpus/samegame/edge"));
    assert!(!calls[0].contains("fuzz/corpus"), "only what is checked in: {}", calls[0]);
    assert!(calls[1].contains("-max_total_time=2") && calls[1].contains("-seed=7"));
    assert!(calls[1].contains("/fuzz/corpus/samegame "), "{}", calls[1]);
    assert!(calls[1].ends_with("/corpus/samegame/edge"), "{}", calls[1]);
    assert!(calls[2].contains("-set_cover_merge=1"));
}

#[test]
fn a_target_alone_has_all_processes_and_their_executions_are_added() {
    let clone = clone("", QUIET, "");
    let ran = fuzz(&clone, "samegame --seed 7 --jobs 3", 0);
    // Processes reach the same places.
    ran.stdout(contains("3,702").and(contains("1,010 (+10)")));
    let calls = calls(&clone).join("\n");
    for seed in ["-seed=7 ", "-seed=8 ", "-seed=9 "] {
        assert_eq!(calls.matches(seed).count(), 1, "{calls}");
    }
}

#[test]
fn the_first_process_that_fails_ends_the_others_of_its_target() {
    let fuzzes = format!("case $* in *-seed=7*) exec sleep 600;; esac\n{}", finding(WIDE));
    let clone = clone("", &fuzzes, "");
    run_in(&clone, "fuzz --programs bin samegame --seed 7 --jobs 2 --time 500s", 1)
        .stdout(contains("fuzz/artifacts/samegame/crash-1"));
}

#[test]
fn the_table_the_json_the_junit_file_and_the_page_have_a_part_for_each_target() {
    let clone = clone("", &format!("{TELEMETRY}\n{QUIET}"), "");
    let out = printed(&fuzz(&clone, "--json result --junit junit.xml --html page.html", 0));
    let lines: Vec<Vec<&str>> = out
        .lines()
        .map(|line| line.split("  ").map(str::trim).filter(|c| !c.is_empty()).collect())
        .collect();
    assert_eq!(lines[0][0], "target", "{out}");
    let plays = &lines[1];
    assert_eq!((plays[0], plays[1]), ("samegame", "1,234"), "{out}");
    assert!(plays.contains(&"97.5 %") && plays.contains(&"1,010 (+10)"), "{out}");
    assert_eq!(plays.last(), Some(&"no divergence"), "{out}");
    assert_eq!(lines[2][0], "samegame_rows", "{out}");
    assert!(out.contains("warning: samegame: SG-2 (columns 41 to 64) was never reached"), "{out}");
    let (junit, page) = (read(&clone, "junit.xml"), read(&clone, "page.html"));
    for name in ["samegame", "samegame_rows"] {
        let test = format!(r#"name="{name}" classname="twinboard.fuzz.samegame""#);
        assert!(junit.contains(&test), "{junit}");
    }
    assert!(page.contains("\"title\":\"fuzz: 2 passed\""), "{page}");
    let json = json_file(&clone.path().join("result"));
    assert_eq!((&json["version"], &json["document"]), (&2.into(), &"fuzz".into()));
    let [test, special] = &json["tests"].as_array().unwrap()[..] else { panic!("{json}") };
    assert_eq!((&test["name"], &test["status"]), (&"samegame".into(), &"passed".into()));
    for (figure, value) in [
        ("executions", 1234),
        ("executions_readable", 39),
        ("median_accepted_moves", 2),
        ("coverage", 1010),
        ("coverage_of_the_corpus", 1000),
        ("checked_in", 2),
    ] {
        assert_eq!(test["figures"][figure], value, "{figure}");
    }
    assert_eq!(test["tables"]["clauses"][2]["count"], 7);
    assert_eq!(special["name"], "samegame_rows");
    // A clause that is never reached in a long run is a failure. The scripts end at once.
    run_in(&clone, "fuzz --programs bin samegame --time 45s", 1)
        .stdout(contains("failed: samegame: SG-2 (columns 41 to 64) was never reached"));
}

/// Telemetry of a target before its first execution, with the name of its engine.
pub(super) fn playing(engine: &str) -> String {
    format!(
        r#"echo 'twinboard-telemetry {{"engine":"{engine}","executions":0,"by_accepted":[],"clauses":[]}}' >&2
"#
    )
}

#[test]
fn a_crash_is_replayed_shrunk_and_reported_with_the_engine_of_the_target() {
    let longer = WIDE.replace("2 2\n1 1\n", "2 2\n1 1\n2 5\n1 3\n");
    for (engine, telemetry, input, fault) in [
        ("samegame", String::new(), &*longer, WORD_CARRY),
        ("samegame-list", playing("samegame-list"), BESIDE, "samegame-list-beside"),
    ] {
        let clone = clone("", &(telemetry + &finding(input)), "");
        let out = found(&clone, fault, "--json result");
        let headline = format!("DIVERGENCE {engine}: engine and oracle differ");
        assert!(out.starts_with(&headline), "{out}");
        for part in [
            "\nfound by fuzzing",
            "as libFuzzer found it   fuzz/artifacts/samegame/crash-1",
            "FAILED after ",
        ] {
            assert!(out.contains(part), "{part}: {out}");
        }
        assert!(!out.contains("last line of output"), "{out}");
        let saved = only_file(&clone.path().join("twinboard-out"));
        let test = &json_file(&clone.path().join("result"))["tests"][0];
        let shrunk = &test["findings"][0]["details"]["shrunk"];
        assert_eq!(*shrunk, fs::read_to_string(&saved).unwrap());
        if engine == "samegame" {
            assert!(out.contains("found by fuzzing, shrunk from"), "{out}");
            assert_eq!(*shrunk, "1 5\n0 0 0 0 0\n0 0\n0 0\n");
        } else {
            assert_eq!(test["figures"]["engine"], engine);
            assert!(out.contains(&format!(" twinboard diff --engine {engine} twinboard-out/")));
        }
        planted(fault, format!("diff --engine {engine}")).arg(saved).assert().code(1);
    }
}

#[test]
fn a_target_with_an_engine_that_is_not_known_is_explained() {
    let clone = clone("", &(playing("samegame-fast") + &finding(BESIDE)), "");
    fuzz(&clone, "samegame", 1)
        .stdout(contains("the target fails on an input that does not fail in this program"))
        .stdout(contains(
            "the target plays the engine `samegame-fast`, which this program does not",
        ));
}

/// Last telemetry of a target that is asked for the report of a case.
const REPORT: &str = r#"[ "$TWINBOARD_TELEMETRY" = report ] && printf '%s\n' 'twinboard-telemetry {"executions":1,"by_accepted":[],"clauses":[],"report":{"headline":"a new rule","case":"1 2\n1 1\n0 0\n0 0\n","cut_short":false,"text":"DIVERGENCE samegame: a new rule\n"}}' >&2
"#;

#[test]
fn a_target_reports_a_case_that_fails_in_it_alone() {
    let clone = clone("", &(REPORT.to_owned() + &finding(WIDE)), "");
    let files = "samegame --json result --html page.html --junit tests.xml";
    let out = printed(&fuzz(&clone, files, 1));
    let saved = only_file(&clone.path().join("twinboard-out"));
    assert_eq!(fs::read_to_string(&saved).unwrap(), "1 2\n1 1\n0 0\n0 0\n");
    let name = saved.file_name().unwrap().to_str().unwrap();
    let start = format!("DIVERGENCE samegame: a new rule\n\nsaved as twinboard-out/{name}\n");
    assert!(out.starts_with(&start), "{out}");
    for part in [
        &*format!(" twinboard diff twinboard-out/{name}\n"),
        "note: the target made this report, since twinboard itself plays",
        "as libFuzzer found it   fuzz/artifacts/samegame/crash-1",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let json = json_file(&clone.path().join("result"));
    let crash = &json["tests"][0]["findings"][0]["details"];
    let fields = ["kind", "headline", "saved"].map(|name| crash[name].as_str().unwrap());
    assert_eq!(fields, ["in_target", "a new rule", &format!("twinboard-out/{name}")]);
    assert!(["page.html", "tests.xml"].iter().all(|it| read(&clone, it).contains("a new rule")));
    // Once to replay the corpus, once to fuzz, and once with the input alone.
    let calls = calls(&clone);
    assert_eq!(calls.len(), 3, "{calls:?}");
    assert!(calls[2].ends_with("bin/samegame fuzz/artifacts/samegame/crash-1"), "{}", calls[2]);
}

#[test]
fn a_target_that_ends_itself_beside_a_case_says_why() {
    let telemetry = r#"echo 'twinboard-telemetry {"executions":1,"by_accepted":[],"clauses":[],"failure":"samegame: the engine: EP-36: a place is missing"}' >&2"#;
    // The small case fails on no side.
    let script = format!("{telemetry}\n{}", finding("1 1\n0\n0 0\n0 0\n"));
    fuzz(&clone("", &script, ""), "samegame", 1).stdout(contains(
        "does not fail in this program\n\nsamegame: the engine: EP-36: a place is missing\n\n",
    ));
}

#[test]
fn targets_are_listed_also_from_their_own_folder() {
    let clone = clone("", "", "");
    for below in ["", "fuzz", "corpus/samegame"] {
        let ran = run_in(clone.path().join(below), "fuzz --list", 0);
        ran.stdout("samegame\nsamegame_rows\n").stderr(is_empty());
    }
}

#[test]
fn options_after_two_dashes_are_passed_to_libfuzzer() {
    let unknown = "echo \"WARNING: unrecognized flag '-max_length=9'; use -help=1\" >&2";
    let clone = clone("", &format!("{unknown}\n{QUIET}"), "");
    fuzz(&clone, "samegame -- -runs=9 -max_length=9 -max_len=9", 0)
        .stderr(contains("warning: libFuzzer does not know -max_length=9\n"));
    let calls = calls(&clone);
    assert!(calls[1].contains(" -runs=9 -max_length=9 -max_len=9 "), "{}", calls[1]);
    assert!(!calls[0].contains("-runs=9") && !calls[2].contains("-runs=9"), "{calls:?}");
    for (argument, said) in [
        ("-fork=2", "error: -fork is left to this command (--jobs, "),
        ("corpus", "error: corpus: after -- come options of libFuzzer, such as "),
    ] {
        fuzz(&clone, &format!("samegame -- {argument}"), 2).stderr(contains(said));
    }
}

#[test]
fn what_a_build_needs_is_named_before_anything_is_built() {
    let clone = clone("", QUIET, "");
    fs::write(clone.path().join("file"), "").unwrap();
    run_in(&clone, "fuzz --working file", 2)
        .stdout(is_empty())
        .stderr(contains("cannot write into file/corpus: "))
        .stderr(contains("name another folder with --working DIR"));
    for (variable, value, complaint, advice) in [
        ("CARGO_TARGET_DIR", "file", "/file/fuzz/none: ", "another folder with CARGO_TARGET_DIR"),
        ("CXX", "no-compiler -O2", "`no-compiler` was not found", "apt install g++"),
    ] {
        let mut command = twinboard("fuzz");
        let done = command.current_dir(&clone).env(variable, value).assert().code(2);
        done.stderr(contains(complaint).and(contains(advice)));
    }
}

#[test]
fn a_target_that_aborts_on_panics_is_warned_of() {
    let telemetry = TELEMETRY.replace(r#""clauses""#, r#""aborts":true,"clauses""#);
    fuzz(&clone("", &format!("{telemetry}\n{QUIET}"), ""), "samegame", 0)
        .stdout(contains("warning: samegame: built with panic=abort, so a panic of a side"));
}

#[test]
fn targets_get_the_known_differences_and_their_counts_are_printed() {
    let telemetry = TELEMETRY.replace(r#""clauses""#, r#""known":[3],"clauses""#);
    let clone = clone("", &format!("echo \"$TWINBOARD_KNOWN\" > known\n{telemetry}\n{QUIET}"), "");
    let known =
        b"[[known]]\nreason = 'why'\nengine = 'samegame'\nkind = 'differs'\ncontains = 'x'\n";
    write_files(clone.path(), &[("known.toml", known)]);
    fuzz(&clone, "samegame --known known.toml", 0)
        .stdout(contains("samegame: known: 3 cases, `why`\n"));
    let expected =
        json!([{ "engine": "samegame", "reason": "why", "kind": "differs", "contains": "x" }]);
    assert_eq!(json_file(&clone.path().join("known")), expected);
}

#[test]
fn a_crash_in_the_corpus_names_the_file_and_ends_the_target() {
    let clone = clone(&finding(WIDE), QUIET, "");
    let out = found(&clone, WORD_CARRY, "");
    assert!(out.contains("found in corpus/samegame/edge/wide.txt, shrunk"), "{out}");
    assert!(out.contains("FAILED in the corpus"), "{out}");
    assert_eq!(calls(&clone).len(), 1, "{:?}", calls(&clone));
}

#[test]
fn a_case_that_kills_its_process_is_shrunk_and_reported() {
    let clone = clone("", &finding("2 3\n9 1 1\n2 3 2\n1 2\n0 0\n0 0\n"), "");
    let out = found(&clone, "killed-by-nine", "");
    assert!(out.starts_with("DIVERGENCE samegame: "), "{out}");
    assert!(out.contains("signal: 6 (SIGABRT)"), "{out}");
    let saved = only_file(&clone.path().join("twinboard-out"));
    assert_eq!(fs::read_to_string(saved).unwrap(), "1 1\n9\n0 0\n0 0\n");
    assert!(out.contains("found by fuzzing, shrunk from"), "{out}");
}

#[test]
fn a_crash_that_cannot_be_reproduced_is_reported_with_the_end_of_its_output() {
    let once = format!("[ \"$TWINBOARD_TELEMETRY\" = report ] && exit 0\n{}", finding(WIDE));
    let always = "fails on an input that does not fail in this program";
    for (name, script, result) in [
        ("samegame", finding(WIDE), always),
        ("samegame_rows", finding(WIDE), always),
        ("samegame", once, "failed, but its input does not fail when replayed"),
    ] {
        fuzz(&clone("", &script, ""), name, 1)
            .stdout(starts_with(format!("DIVERGENCE {name}: the target {result}")))
            .stdout(contains("exit status: 77").and(contains("last line of output")))
            .stdout(contains(format!("fuzz/artifacts/{name}/crash-1")));
    }
}

#[test]
fn a_failing_target_does_not_end_the_others() {
    let fuzzes = format!("case $0 in *rows) {QUIET} exit;; esac\n{}", finding(WIDE));
    let ran = fuzz(&clone("", &fuzzes, ""), "--jobs 1", 1);
    ran.stdout(contains("FAILED after").and(contains("no divergence")));
}

#[test]
fn a_target_that_compares_no_case_is_no_success() {
    for (telemetry, reason) in [
        (r#""by_accepted":[],"clauses":[]"#, "none of them is a case that both sides"),
        (r#""by_accepted":[1234],"clauses":[],"known":[1234]"#, "they end at known diff"),
    ] {
        let telemetry =
            format!("{QUIET}echo 'twinboard-telemetry {{\"executions\":1234,{telemetry}}}' >&2");
        let reason =
            format!("samegame: nothing was compared: 1,234 inputs were left out: {reason}");
        fuzz(&clone("", &telemetry, ""), "samegame", 2)
            .stdout(contains("nothing was compared").and(contains("no divergence").not()))
            .stderr(contains(reason));
    }
}

#[test]
fn new_cases_are_added_to_the_corpus_under_descriptive_names() {
    let merges = r#"
    for argument; do case $argument in known) folder=$argument;; esac; done
    printf '2 2\n1 1\n2 2\n1 1\n0 0\n0 0\n' > "$folder/abc"
    printf '2   2\n1 1\n3 3\n1 1\n0 0\n0 0\n' > "$folder/abd"
    printf 'no case' > "$folder/abe""#;
    let clone = clone("", QUIET, merges);
    let new = "samegame: 2 new cases reach code that the corpus does not";
    fuzz(&clone, "samegame", 0).stdout(contains(new));
    let found = clone.path().join("corpus/samegame/found");
    assert!(!found.exists(), "only --keep adds cases");
    fuzz(&clone, "samegame --keep", 0)
        .stdout(contains("added to the corpus:\n  corpus/samegame/found/"));
    let names = names_in(&found);
    assert_eq!(names.len(), 2);
    let ends = ["-with-1-move.txt", "-with-1-move-2.txt"];
    assert!(names.iter().all(|name| ends.iter().any(|end| name.ends_with(end))), "{names:?}");
    let texts: Vec<_> =
        names.iter().map(|it| fs::read_to_string(found.join(it)).unwrap()).collect();
    let usual = "2 2\n1 1\n3 3\n1 1\n0 0\n0 0\n".to_owned();
    assert!(texts.contains(&usual), "printed in the usual style: {texts:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_targets_and_prints_the_results_so_far() {
    let clone = clone("", &format!("{QUIET}\nexec sleep 600"), "");
    let child = start(process("fuzz --programs bin --time 500s").current_dir(&clone));
    let id = child.id();
    interrupt(&child);
    let (out, _) = ended(&child.wait_with_output().unwrap(), 130);
    assert!(out.contains("interrupted"), "{out}");
    let left = Command::new("pgrep").args(["-P", &id.to_string()]).output();
    assert!(left.is_ok_and(|left| left.stdout.is_empty()), "a target is still running");
}

#[cfg(target_os = "linux")]
#[test]
fn a_finding_from_before_ctrl_c_is_reported() {
    let fuzzes = finding(WIDE).replace("exit 77", "exec sleep 600");
    let clone = clone("", &fuzzes, "");
    let mut command = planted_process(WORD_CARRY, "fuzz --programs bin samegame --time 500s");
    let (out, _) = interrupted(command.current_dir(&clone), 1);
    assert!(out.starts_with("DIVERGENCE samegame: engine and oracle differ"), "{out}");
}

#[test]
fn long_and_numerous_lines_are_handled() {
    let flood = "head -c 3000000 /dev/zero | tr '\\0' 'x' >&2\necho >&2\nseq 20000 >&2";
    let clone = clone("", &format!("{flood}\n{QUIET}"), "");
    fuzz(&clone, "samegame", 0).stdout(contains("1,234"));
}

#[test]
fn unknown_and_missing_targets_are_refused() {
    let clone = clone("", QUIET, "");
    let message = "error: unknown fuzz target chess; expected one of: samegame, samegame_rows\n";
    fuzz(&clone, "chess", 2).stderr(message);
    fs::remove_file(clone.path().join("bin/samegame")).unwrap();
    let ran = fuzz(&clone, "samegame", 2);
    ran.stderr(contains("cannot run bin/samegame: ")).stdout(is_empty());
    let manifest = lossy(MANIFEST).replace("samegame", "blocks");
    fs::write(clone.path().join("fuzz/Cargo.toml"), manifest).unwrap();
    let message = "no fuzz target is named after a rule set; expected a name that begins with ";
    for arguments in ["", "blocks"] {
        let message = contains(message).and(contains("which has blocks, blocks_rows\n"));
        fuzz(&clone, arguments, 2).stderr(message);
    }
}

#[test]
fn outside_of_a_checkout_it_is_refused() {
    let elsewhere = folder(&[("fuzz/Cargo.toml", b"[package]\nname = 'another'\n")]);
    fuzz(&elsewhere, "", 2)
        .stderr(contains("run this command in a clone of the sources of twinboard"));
    let without_targets = folder(&[("Cargo.toml", b"[package]\nname = 'another'\n")]);
    fuzz(&without_targets, "", 2)
        .stderr(contains("no fuzz targets in").and(contains("`twinboard new` creates")));
}
