//! Arguments and inputs that make no sense: exit code 2, the reason, no result and no file.

use crate::prelude::*;

/// Files that the commands find in their folder.
const FILES: [(&str, &[u8]); 5] = [
    ("bad.txt", b"2 2\n1 2\n3 x\n"),
    ("boards/0.txt", b"2\n1 #\n# x\n"),
    ("one.txt", b"1 2\n0 0\n1 1\n0 0\n0 0\n"),
    ("three.txt", b"1 1\n5\n0 0\n1 1\n5\n0 0\n1 1\n5\n0 0\n0 0\n"),
    ("empty/.keep", b""),
];

/// Command lines, each with a part of its message. The first errors of each kind, as a whole, are
/// in `snapshots/reviewed`.
const USAGES: &str = r#"
play samegam => a similar value exists: 'samegame'
verify checkers => invalid value 'checkers' for '[RULESET]...'
verify --cases -1 => '-1'
verify --cases 18446744073709551616 => number too large
verify --step-limit 0 => expected a time above 0
verify --seed 0x7 => invalid digit
verify --seed -1 => invalid digit
verify -q -v => cannot be used with
verify samegame --shard 1/2 => --seed <SEED>
verify samegame --engine samegame-list --oracle samegame-list => --oracle samegame-list: it is the engine itself
verify samegame --transcript t --engine samegame --engine samegame-list => --transcript keeps the conversations of a single engine
verify samegame paint --cases 1 --engine samegame --engine samegame-list => error: no --engine plays 'paint'
verify paint --oracle samegame-list => --oracle samegame-list: it plays samegame, not paint
verify samegame --oracle /no/such/program => --oracle /no/such/program
verify hex --engine uci:x => hex is not played by uci
verify --engine uci:x => name the rule set, one of breakthrough, chess, xiangqi
diff one.txt --engine uci:x => samegame is not played by uci
verify chess --engine uci[x]:y => expected uci:COMMAND or uci[NAME=VALUE,…]:COMMAND
verify chess --witness x => expected a protocol, as in uci:x
verify chess --engine uci:no-such-engine => cannot start no-such-engine:
verify go --witness gtp:cat => witnesses are for engines that speak UCI or USI
verify chess --engine xboard[a=b]:cat => options and witnesses are for engines
verify chess --engine uci:false => the engine ended at `uci`: exit status: 1
verify chess --engine 'uci:cat none' => cat: none: 
match chess --a uci:x --b random => an engine of uci: cannot play here
perft chess --depth 1 --engine uci:false --count => the engine ended at `uci`
verify --engine env:openspiel:hex => an environment needs one rule set before it
check-env hex => expected env:PACKAGE:GAME
diff => <FILE>...
diff --rules checkers - => invalid value 'checkers' for '--rules <RULESET>'
diff empty => error: no files in empty
diff one.txt --oracle samegame => --oracle samegame: it is the engine itself
diff one.txt --engine samegame-list --oracle samegame-list => --oracle samegame-list: it is the engine itself
shrink one.txt --engine samegame --engine samegame-list => plays a single engine, but --engine is given several times
show a b => unexpected argument 'b'
show one.txt --html - => expected the name of a file
show three.txt --case 0 => has no case 0; it has 3
exhaust linkpop --shapes 5x5 => there are more than 100,000,000 set-ups
exhaust linkpop --shapes 30x30 --setups-max 1000 => up to 1 × 3 there are more than 1,000 set-ups; raise the limit with --setups-max
exhaust samegame --shapes 2by2 => expected rows and columns
exhaust samegame --shapes 0x2 => expected rows and columns
exhaust samegame --shapes 3 => samegame has boards; expected rows and columns, such as 3x4
exhaust samegame --symbols 0 => 0 is not in 1..=26
exhaust paint --symbols 1 --shapes 1x2 => paint has 1 × 2 cells; choose --shapes 1x1
exhaust samegame --symbols 1 --shapes 64x1 => samegame has 64 × 1 cells; choose --shapes 16x1
exhaust paint --time 0s => expected a time above 0
exhaust paint --positions-max 0 => 0 is not in 1..
exhaust samegame --shard 3/2 --resume x => expected K/N with 1 ≤ K
exhaust samegame --shard 0/2 --resume x => expected K/N with 1 ≤ K
exhaust samegame --shard 1/2 => --resume <FILE>
exhaust merge => <FILE>
perft --rules samegame --depth 3 => games of samegame begin with many boards: name a case file
perft one.txt => --depth <D>
perft one.txt -d -1 => '-1'
perft one.txt -d 2 --positions-max 0 => 0 is not in 1..
perft bad.txt -d 2 => line 3, column 3: found `x`
perft one.txt --suite x -d 1 => --suite has the positions
perft one.txt -d 1 --only engine => --only needs --count or --suite
perft one.txt -d 1 --time 1s => --time needs --count or --suite
perft one.txt -d 1 --count --only both => invalid value 'both' for '--only <SIDE>'
perft one.txt -d 1 --count --positions-max 9 => cannot be used with
perft one.txt -d 1 --against '' => --against: a program is expected
perft one.txt -d 1 --against "'" => --against: missing closing quote
perft one.txt -d 1 --against no-such-program => cannot start the program: no-such-program
perft one.txt -d 1 --limit 1s => --against <COMMAND>
perft one.txt -d 1 --against uci:x => uci: needs set-ups and moves of a single line
perft one.txt -d 0 --against uci:x => uci: needs a depth of at least 1
perft one.txt -d 1 --count-with x => --against <COMMAND>
perft one.txt -d 1 --against gtp:x => a program, uci:COMMAND or usi:COMMAND
perft one.txt -d 1 --against uci[ab]:x => expected uci:COMMAND or uci[NAME=VALUE,…]:
perft chess -d 1 --against uci:no-such-engine => cannot start the program: no-such-engine
generate paint => --group is missing: expected 1 to 3 for paint
generate paint --group 4 => --group 4: expected 1 to 3 for paint
generate linkpop --rows 31 => --rows 31: expected 1 to 30 for linkpop
generate linkpop --colours 3 => there is no --colours for linkpop
generate samegame --count 0 => --count
generate paint --group 1 --count 2 => --out <DIR>
generate samegame --count 2 --seed 18446744073709551615 --out none => 2 seeds from 18446744073709551615 on exceed the largest seed
match paint --a random => --b <PLAYER>
match --a random --b greedy => <RULESET>
match samegame --a random --b greedy => invalid value 'samegame'
match paint --a unknown --b random => players: random, greedy
match paint --a ./none --b random => program ./none not found
match paint --a ./boards/0.txt --b random => is not executable
match paint --a x=random --b x=greedy => two players are called x
match paint --a "'random" --b x=greedy => missing closing quote
match --resume games => no games to resume: games has no games.jsonl
match --resume games --seed 3 => cannot be used with
match --resume games --sprt 0,5 => cannot be used with
match paint --a random --b greedy --group 4 => unknown group 4 of boards; expected one of: 1, 2, 3
match paint --a random --b greedy --group 3..1 => the range 3..1 is empty
match paint --a random --b greedy --seeds one => expected numbers such as 7
match paint --a random --b greedy --boards boards => boards/0.txt:3:3
match paint --a random --b greedy --boards none => cannot open none
match paint --a random --b greedy --boards boards --group 1 => cannot be used with
match paint --a random --b greedy --jobs 0 => 0 is not in 1..=1024
match paint --a random --b greedy --sprt 5 => expected two numbers such as 0,20
match paint --a random --b greedy --sprt 20,0 => the first Elo difference must be below the second
match paint --a random --b greedy --sprt 0,2000 => Elo differences must be between -1000 and 1000
match paint --a random --b greedy --sprt 0,5 --alpha 0.7 => above 0 and below 0.5
match paint --a random --b greedy --beta 0.1 => --sprt <ELO0,ELO1>
tournament => --player <PLAYER>
tournament paint -p random => at least two players are needed
play samegame --player random => --player does not apply to samegame: it is not a two-player game
play samegame --threads 1 => --threads does not apply to samegame: it is not a two-player game
play paint --with engine --player random => cannot be used with
play paint --stdio file => cannot be used with
solve samegame - => possible values: paint
solve checkers - => checkers
solve paint => <FILE>
solve paint none.txt => none.txt
solve paint bad.txt => line 1, column 3: found `2`
check samegame => COMMAND
check samegame ./same -x => unexpected argument './same'
check samegame -- ./none => cannot start the program: ./none: there is no such
check samegame -- 'no-such-program a.py' => the words of a command stand apart
check samegame -- ./program => cannot start the program
check paint -- true => paint has no judge input for checking programs; `match paint --a COMMAND
match paint --a ./none --b random => program ./none not found
match paint --a no-such-program --b random => no player or program is called no-such-program
check samegame --isolation some -- true => require
check samegame --env '' -- true => expected the name of a variable, or NAME=VALUE
check samegame --env =1 -- true => expected the name of a variable, or NAME=VALUE
check samegame --env TWINBOARD_NOT_SET -- true => it is not set here
check samegame --cases 0 --corpus empty -- true => error: nothing was checked: choose more --cases
engine-template cpp empty/a --rule-set '"); evil("' => is not a valid name for a rule set
engine-template cpp empty/a --rule-set My_Game => is not a valid name for a rule set
engine-template cpp empty/a => --rule-set: samegame, linkpop, paint, 2048, amazons, 
engine-template cobol => cpp, python, javascript
"#;

#[test]
fn bad_usage_is_explained_and_ends_with_2() {
    let folder = folder(&FILES);
    write_program(folder.path().join("program"), "#!/no/such/interpreter\n");
    let files = || walkdir::WalkDir::new(folder.path()).into_iter().count();
    let before = files();
    let mut wrong = Vec::new();
    for usage in USAGES.lines().filter(|line| !line.is_empty()) {
        let (arguments, complaint) = usage.split_once(" => ").unwrap();
        let done = twinboard(arguments).current_dir(&folder).output().unwrap();
        let [stdout, stderr] = [done.stdout, done.stderr].map(|it| lossy(&it));
        let is_right = done.status.code() == Some(2) && stderr.contains(complaint);
        let claims = ["no divergence", "agree", "no failure"].iter().any(|it| stdout.contains(it));
        if !is_right || claims || files() != before {
            wrong.push(format!("{usage}\n{:?} {stdout}{stderr}", done.status.code()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
