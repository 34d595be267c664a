//! Keys of several processes of an engine (EP-26).

use std::fs;

use crate::engines::python;
use crate::support::{repository, run, run_with, text, twinboard};

/// An engine with this key; a second process of it fails while one runs.
fn engine(folder: &str, name: &str, key: &str) -> String {
    let example = &python("samegame").program;
    let source = format!(
        "import fcntl, hashlib, sys\n\
         sys.path[:0] = [{:?}, {folder:?}]\n\
         import samegame, twinboard\n\
         running = open(__file__)\n\
         fcntl.flock(running, fcntl.LOCK_EX | fcntl.LOCK_NB)\n\
         table = {{}}\n\
         class Game(samegame.SameGame):\n\
         \x20   def key(self):\n\
         \x20       {key}\n\
         twinboard.serve(Game, rule_set=\"samegame\")\n",
        text(example.parent().unwrap())
    );
    let program = format!("{folder}/{name}.py");
    fs::write(&program, source).unwrap();
    format!("python3 {}", shell_words::quote(&program))
}

#[test]
fn keys_that_another_process_has_not_fail_a_campaign_and_are_repeated_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let folder = text(folder.path());
    let corpus = repository().join("corpus/samegame/sample");
    let [junit, json] = ["junit.xml", "results.json"].map(|it| format!("{folder}/{it}"));
    let [of_text, by_process, by_order] = [
        ("text", "return int(hashlib.sha256(self.position().encode()).hexdigest()[:16], 16)"),
        ("process", "return hash(self.position())"),
        ("order", "return table.setdefault(self.position(), len(table))"),
    ]
    .map(|(name, key)| engine(folder, name, key));
    let verify = |engine: &str| {
        let options =
            ["--cases", "1", "--threads", "1", "--corpus", text(&corpus), "--out", folder];
        let documents = ["--json", &json, "--junit", &junit];
        run(&[&["verify", "samegame", "--engine", engine][..], &options, &documents].concat())
    };
    let done = verify(&of_text).with_code(0);
    assert!(!done.stderr.contains("EP-26"), "{}", done.stderr);
    for (engine, message, repeats) in [
        (&by_process, " for one position (EP-26)", "run this twice"),
        (&by_order, ": the key depends on what a process did before (EP-26)", "a new process"),
    ] {
        let done = verify(engine).with_code(1);
        assert!(done.stdout.contains("no divergence"), "{}", done.stdout);
        assert!(done.stderr.contains(&format!("{message}\n{repeats}")), "{}", done.stderr);
        assert!(fs::read_to_string(&json).unwrap().contains("\"failed\": true"));
        let xml = fs::read_to_string(&junit).unwrap();
        assert!(xml.contains(" failures=\"1\"") && xml.contains("EP-26"), "{xml}");
        // By the requests of the report, too, the keys of two processes differ, or do not.
        let (_, requests) = done.stderr.split_once("<<'END'\n").unwrap();
        let (requests, _) = requests.split_once("\nEND\n").unwrap();
        let keys = || {
            let answers = run_with(twinboard(&["talk", engine]), &format!("{requests}\n"));
            answers.with_code(0).stdout.lines().last().unwrap().to_owned()
        };
        assert_eq!(keys() == keys(), engine == &by_order, "{requests}");
    }
}
