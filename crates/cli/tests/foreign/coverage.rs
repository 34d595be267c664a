//! The places of an engine's code that the kits report (EP-36).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::conversations::has_node;
use crate::engines::compile;
use crate::support::{folder, repository, run_in, run_with, text};

/// Two equal games, with numbers of other lengths and after a long answer, and one in which another
/// move is refused. A request for coverage follows each of them, and the handshake.
const CONVERSATION: &str = "\
    1 hello 1\n2 coverage\n3 set-up 1 1\n#..##\n4 play 1 2\n5 copy 1 2\n6 moves 1 100\n\
    7 coverage\n8 end 1\n9 coverage\n10 set-up 3 1\n\
    ########################################################################\n11 moves 3 100\n\
    12 coverage\n13 set-up 1234567 1\n#..##\n14 play 1234567 2\n15 copy 1234567 1234568\n\
    16 moves 1234567 100\n17 coverage\n18 set-up 5 1\n#..##\n19 play 5 2\n20 play 5 9\n\
    21 moves 5 100\n22 coverage\n";

/// The answers to the requests for coverage, in order.
fn answers(mut engine: Command) -> Vec<String> {
    engine.env("TWINBOARD_COVERAGE", "1");
    let done = run_with(engine, CONVERSATION).with_code(0);
    let mut answers = done.stdout.lines().filter_map(|line| line.split_once(" coverage"));
    let (offers, _) = answers.next().unwrap();
    assert!(offers.starts_with("offers end"), "{offers}");
    answers.map(|(_, places)| places.to_owned()).collect()
}

fn check(name: &str, engine: impl Fn() -> Command) {
    let all = answers(engine());
    let [_, first, end, _, again, other] = &all[..] else { panic!("{name}: {all:?}") };
    assert!(first.split(' ').count() > 5, "{name}: {first}");
    assert_eq!(first, again, "{name}: equal games");
    assert_ne!(first, other, "{name}: another game");
    assert_eq!(end, "", "{name}: the end of a game");
    // In another process, where code lies elsewhere, and hashes of Python are others.
    assert_eq!(all, answers(engine()), "{name}: another process");
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
        let finish = compile(compiler, &cpp.join("engine.cpp"), &program, &[flag, level]);
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
        let all = answers(Command::new(&program));
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

/// A function of a library that refuses a number, and its declaration.
const LIBRARY: &str = "\
extern \"C\" bool is_lamp(unsigned long number, unsigned long count) {
    if (number < 1) return false;
    return number <= count;
}
";

const DECLARED: &str = "extern \"C\" bool is_lamp(unsigned long, unsigned long);";

#[test]
fn shared_libraries_count_and_their_addresses_do_not() {
    if !counts("g++") {
        return;
    }
    let kit = repository().join("crates/command/engine-kits/cpp");
    let source = fs::read_to_string(kit.join("engine.cpp")).unwrap();
    let own = "pressed < 1 || pressed > lamps_.size()";
    assert!(source.contains(own));
    let source = source.replace(own, "!is_lamp(pressed, lamps_.size())");
    let source = source.replace("#include <vector>", &format!("#include <vector>\n{DECLARED}"));
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
        let options = [flag, "-O0", "-I", text(&kit), needed, text(&library), &found];
        compile("g++", &folder.join("engine.cpp"), &engine, &options)();
        check(name, || Command::new(Path::new(&engine)));
        answers(Command::new(&engine))[1].split(' ').count()
    };
    assert!(count_of("counted", &[flag]) > count_of("uncounted", &[]));
}
