//! The places of an engine's code that the kits report (EP-36), and their names (EP-37).

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::conversations::has_node;
use crate::engines::{compile, python};
use crate::support::{engine, folder, quoted, repository, run_in, run_with, text};

/// Two equal games, with numbers of other lengths and after a long answer, and one in which another
/// move is refused. A request for coverage follows each of them, and the handshake.
const CONVERSATION: &str = "\
    1 hello 1\n2 coverage\n3 set-up 1 1\n#..##\n4 play 1 2\n5 copy 1 2\n6 moves 1 100\n\
    7 coverage\n8 end 1\n9 coverage\n10 set-up 3 1\n\
    ########################################################################\n11 moves 3 100\n\
    12 coverage\n13 set-up 1234567 1\n#..##\n14 play 1234567 2\n15 copy 1234567 1234568\n\
    16 moves 1234567 100\n17 coverage\n18 set-up 5 1\n#..##\n19 play 5 2\n20 play 5 9\n\
    21 moves 5 100\n22 coverage\n23 functions\n";

/// The answers to the requests for coverage, in order, and the lines that name the code.
fn answers(mut engine: Command) -> (Vec<String>, Vec<String>) {
    engine.env("TWINBOARD_COVERAGE", "1");
    let done = run_with(engine, CONVERSATION).with_code(0);
    let (answers, functions) = done.stdout.split_once("23 functions ").unwrap();
    let (count, names) = functions.split_once('\n').unwrap();
    assert_eq!(names.lines().count().to_string(), count);
    let mut answers = answers.lines().filter_map(|line| line.split_once(" coverage"));
    let (offers, _) = answers.next().unwrap();
    assert!(offers.starts_with("offers end"), "{offers}");
    let answers = answers.map(|(_, places)| places.to_owned()).collect();
    (answers, names.lines().map(str::to_owned).collect())
}

/// Checks the names of the engine of the kit: its places have names, and those of `position`, which
/// was never asked for, have not run.
fn check_names(name: &str, answers: &[String], names: &[String]) {
    let ran: HashSet<&str> = answers
        .iter()
        .flat_map(|places| places.split_whitespace())
        .map(|place| place.split_once(':').map_or(place, |(place, _)| place))
        .collect();
    let has_run =
        |line: &str| line.split(' ').next().unwrap().split(',').any(|it| ran.contains(it));
    let of = |function: &str| {
        let end = [format!(" {function}"), format!(".{function}")];
        let lines: Vec<_> =
            names.iter().filter(|it| end.iter().any(|end| it.ends_with(end))).collect();
        assert!(!lines.is_empty(), "{name}: {function} of {names:#?}");
        assert!(lines.iter().all(|it| it.contains(" engine.")), "{name}: {lines:#?}");
        let run = lines.iter().filter(|line| has_run(line)).count();
        (run, lines.len())
    };
    assert!(of("play").0 > 0, "{name}: {names:#?}");
    // Numbers of places are hashes, so that one of many may be that of a place that ran.
    let (run, all) = of("position");
    assert!(run <= all / 5, "{name}: {names:#?}");
}

fn check(name: &str, engine: impl Fn() -> Command) {
    let (all, names) = answers(engine());
    check_names(name, &all, &names);
    let [start, first, end, long, again, other] = all.try_into().expect("there are six requests");
    assert!(first.split(' ').count() > 5, "{name}: {first}");
    assert_eq!(first, again, "{name}: equal games");
    assert_ne!(first, other, "{name}: another game");
    assert_eq!(end, "", "{name}: the end of a game");
    // In another process, where code lies elsewhere, and hashes of Python are others.
    let once_more = answers(engine());
    assert_eq!([start, first, end, long, again, other], once_more.0[..], "{name}: another process");
    assert_eq!(names, once_more.1, "{name}: another process");
}

#[test]
fn the_kits_report_equal_places_for_equal_games_in_all_processes() {
    let folder = folder(&[]);
    let of = |language: &str| {
        let template = format!("engine-template {language} {language} --rule-set my-game");
        run_in(&folder, template).with_code(0);
        folder.path().join(language)
    };
    let cpp = of("cpp");
    let flag = "-fsanitize-coverage=trace-pc,trace-cmp";
    let compilers = [("g++", "-O0"), ("clang++", "-O1")];
    // Without optimisation nothing is inlined, so that a function that counts might count itself.
    let started = compilers.map(|(compiler, level)| {
        let program = cpp.join(format!("{compiler}{level}"));
        if !counts(compiler) {
            return None;
        }
        let finish = compile(compiler, &cpp.join("engine.cpp"), &program, &[flag, level, "-g"]);
        Some((program, finish))
    });
    let python = of("python").join("engine.py");
    check("python", || Command::new(&python));
    if has_node() {
        let javascript = of("javascript").join("engine.js");
        check("javascript", || Command::new(&javascript));
    }
    for (program, finish) in started.into_iter().flatten() {
        finish();
        check(text(&program), || Command::new(&program));
        // Another distance of a number of a move from a constant is another place.
        let (all, _) = answers(Command::new(&program));
        let distances = |answer: &str| -> BTreeSet<String> {
            let places = answer.split_whitespace().map(|place| place.split(':').next().unwrap());
            places.filter(|place| place.len() == 4 && *place >= "8000").map(str::to_owned).collect()
        };
        let (first, other) = (distances(&all[1]), distances(&all[5]));
        assert!(other.difference(&first).next().is_some(), "{program:?}: {first:?} {other:?}");
    }
}

/// True if the tests of coverage can use the compiler: the kit needs g++ 12 or later.
fn counts(compiler: &str) -> bool {
    let Ok(output) = Command::new(compiler).arg("-dumpversion").output() else {
        eprintln!("not tried: {compiler} is not in the PATH");
        return false;
    };
    let version = String::from_utf8_lossy(&output.stdout);
    let major = version.split('.').next().and_then(|it| it.trim().parse::<u32>().ok());
    let is_old = compiler == "g++" && major.is_some_and(|major| major < 12);
    if is_old {
        eprintln!("not tried: {compiler} {} is older than 12", version.trim());
    }
    !is_old
}

/// An engine of SameGame in Python for grids of up to two cells, with these lines in its server before an
/// answer is returned, where COUNTING is whether its code is measured.
fn failing(folder: &Path, name: &str, lines: &str) -> String {
    let example = &python().program;
    let source = format!(
        "import os, random, sys, time\n\
         sys.path[:0] = [{:?}]\n\
         import samegame, twinboard\n\
         COUNTING = 'TWINBOARD_COVERAGE' in os.environ\n\
         zobrist, code = {{}}, 0\n\
         class Game(samegame.SameGame):\n\
         \x20   limits = {{'rows': (1, 1), 'columns': (1, 2)}}\n\
         \x20   def key(self):\n\
         \x20       return zobrist.setdefault(self.position(), random.getrandbits(64))\n\
         answer = twinboard._Server.answer\n\
         def failing(self, name, rest):\n\
         \x20   global code\n\
         \x20   text = answer(self, name, rest)\n\
         \x20   {lines}\n\
         \x20   return text\n\
         twinboard._Server.answer = failing\n\
         twinboard.serve(Game, rule_set='samegame')\n\
         sys.exit(code)\n",
        text(example.parent().unwrap())
    );
    let program = folder.join(format!("{name}.py"));
    fs::write(&program, source).unwrap();
    format!("python3 {}", quoted(&program))
}

/// Every answer that an engine is asked for is judged, and keys that each process draws are right.
#[test]
fn an_engine_that_fails_only_while_its_code_is_measured_fails_the_campaign_unless_it_is_slow() {
    let folder = folder(&[("corpus/one.txt", b"1 2\n0 0\n1 1\n0 0\n")]);
    let crash = "os._exit(7)";
    for (name, lines, complaint) in [
        ("right", "pass".to_owned(), ""),
        // Counting may be what makes it slow.
        ("slow", "if COUNTING and name == 'position': time.sleep(60)".into(), ""),
        ("hello", format!("if COUNTING and name == 'hello': {crash}"), "exited with code 7"),
        (
            "position",
            "if COUNTING and name == 'position': text = 'position 1\\n9'".into(),
            "differ in the position",
        ),
        (
            "functions",
            "if name == 'functions': text = 'functions 1\\nno'".into(),
            "no line of code",
        ),
        ("surplus", "if name == 'functions': text += '\\nsurplus'".into(), "surplus"),
        ("exit", "if COUNTING: code = 3".into(), "exited with code 3"),
    ] {
        let engine = engine(&failing(folder.path(), name, &lines));
        let options = "--cases 100 --seed 1 --threads 1 --step-limit 1s --corpus corpus";
        let files = "--json results.json --junit results.xml --out .";
        let done = run_in(&folder, format!("verify samegame {engine} {options} {files}"));
        let fails = !complaint.is_empty();
        let all = format!("{name}: {}\n{}", done.stdout, done.stderr);
        assert_eq!(done.code, Some(i32::from(fails)), "{all}");
        assert!(all.contains(complaint), "{all}");
        let is_measured = all.contains("code of the engine: ");
        assert_eq!(is_measured, matches!(name, "right" | "exit"), "{all}");
        assert_eq!(all.contains("the engine is silent while it counts"), name == "slow", "{all}");
        let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("results.json").contains("\"status\": \"failed\""), fails, "{all}");
        let failures = format!(" failures=\"{}\"", i32::from(fails));
        assert!(read("results.xml").contains(&failures), "{all}");
    }
}

/// A function of a library that refuses a number.
const LIBRARY: &str = "\
extern \"C\" bool is_lamp(unsigned long number, unsigned long count) {
    if (number < 1) return false;
    return number <= count;
}
";

/// Functions whose names are hard to read.
const ODD_FUNCTIONS: &str = "
extern \"C\" bool is_lamp(unsigned long, unsigned long);
int cooperator(int number) { return number; }
template <class T> void (*chosen(T))(int) { return nullptr; }
template void (*chosen<int>(int))(int);
struct File { template <class T> void open(T) {} bool operator<(int) const { return true; } };
template void File::open<int>(int);
bool is_less(File file) { return file < 3; }
";

#[test]
fn shared_libraries_count_and_their_addresses_do_not() {
    if !counts("g++") {
        return;
    }
    let kit = repository().join("crates/command/engine-kits/cpp");
    let source = fs::read_to_string(kit.join("engine.cpp")).unwrap();
    let own = "pressed < 1 || pressed > lamps_.size()";
    assert!(source.contains(own));
    let declared = format!("#include <vector>{ODD_FUNCTIONS}");
    let source = source.replace(own, "!is_lamp(pressed, lamps_.size())");
    let source = source.replace("#include <vector>", &declared);
    let folder = folder(&[
        ("engine (it's a copy)/engine.cpp", source.as_bytes()),
        ("engine (it's a copy)/library.cpp", LIBRARY.as_bytes()),
    ]);
    let folder = &folder.path().join("engine (it's a copy)");
    let flag = "-fsanitize-coverage=trace-pc";
    let count_of = |name: &str, flags: &[&str]| {
        let library = folder.join(format!("lib{name}.so"));
        let options = [&["-shared", "-fPIC"], flags].concat();
        compile("g++", &folder.join("library.cpp"), &library, &options)();
        let engine = folder.join(name);
        let found = format!("-Wl,-rpath,{}", folder.display());
        // The library is named before what needs it.
        let needed = "-Wl,--no-as-needed";
        let asserts = "-D_GLIBCXX_ASSERTIONS";
        let options =
            [flag, "-O0", "-g", asserts, "-I", text(&kit), needed, text(&library), &found];
        compile("g++", &folder.join("engine.cpp"), &engine, &options)();
        check(name, || Command::new(Path::new(&engine)));
        let (all, names) = answers(Command::new(&engine));
        let of = |line: &str| line.split_once(' ').map(|(_, rest)| rest.to_owned());
        let functions: HashSet<_> = names.iter().filter_map(|it| of(&of(it)?)).collect();
        for function in ["cooperator", "open", "operator<", "is_less"] {
            assert!(functions.contains(function), "{function} of {functions:?}");
        }
        // A function of the standard library, with a line that the compiler mistook.
        let end = |it: &&String| it.contains("engine.cpp:");
        assert_eq!(names.iter().filter(end).count(), names.len(), "{names:#?}");
        all[1].split(' ').count()
    };
    assert!(count_of("counted", &[flag]) > count_of("uncounted", &[]));
}
