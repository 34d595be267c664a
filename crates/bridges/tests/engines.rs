//! Bridges to the engines of `engine.py`, in conversations: what is offered, what is answered, and
//! what an engine does that none should.

use std::ffi::OsString;
use std::fmt::Write;
use std::process::Command;

use twinboard_bridges::Protocol::{Gtp, Uci, Usi, Xboard};
use twinboard_bridges::{Bridge, Dialect, DisputedField, Fen, Protocol, Stones, fields};
use twinboard_vocabulary::text_game::{TextGame, text_side};

/// Four heaps; see `engine.py`.
#[derive(Clone)]
struct Heaps {
    heaps: Vec<u32>,
    player: char,
}

impl TextGame for Heaps {
    fn set_up(setup: &str) -> Result<Self, String> {
        let (heaps, player) = setup.split_once(' ').ok_or("heaps and a player")?;
        let heaps = heaps.split('/').map(|heap| heap.parse::<u32>().map_err(|_| "numbers"));
        let heaps: Vec<u32> = heaps.collect::<Result<_, _>>()?;
        let player = player.chars().next().ok_or("a player")?;
        Ok(Self { heaps, player })
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (name, heap) in "abcd".chars().zip(&self.heaps) {
            for less in [1, 2].into_iter().filter(|less| heap > less) {
                moves.push(format!("{name}{heap}{name}{}", heap - less));
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if !self.moves().iter().any(|legal| legal == mv) {
            return Err("one or two of a heap".to_owned());
        }
        let heap = usize::from(mv.as_bytes()[0] - b'a');
        self.heaps[heap] = mv[3..].parse().map_err(|_| "a number")?;
        self.player = if self.player == 'w' { 'b' } else { 'w' };
        Ok(())
    }

    fn position(&self) -> String {
        let heaps: Vec<String> = self.heaps.iter().map(u32::to_string).collect();
        format!("{} {}", heaps.join("/"), self.player)
    }

    fn outcome(&self) -> Option<String> {
        self.moves().is_empty().then(|| "over".to_owned())
    }
}

/// Stones on two rows and columns; see `engine.py`.
#[derive(Clone)]
struct Points(String, usize);

impl TextGame for Points {
    fn set_up(setup: &str) -> Result<Self, String> {
        Ok(Self(setup.lines().take(2).collect::<Vec<_>>().join("\n"), 0))
    }

    fn moves(&self) -> Vec<String> {
        let cells = self.0.replace('\n', "");
        let names = ["a2", "b2", "a1", "b1"].iter().zip(cells.chars());
        names.filter(|(_, cell)| *cell == '.').map(|(name, _)| (*name).to_owned()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if !self.moves().iter().any(|legal| legal == mv) {
            return Err("an empty point".to_owned());
        }
        let at = ["a2", "b2", "", "a1", "b1"].iter().position(|name| *name == mv).unwrap();
        let stone = if self.1.is_multiple_of(2) { "x" } else { "o" };
        self.0.replace_range(at..=at, stone);
        self.1 += 1;
        Ok(())
    }

    fn position(&self) -> String {
        self.0.clone()
    }

    fn outcome(&self) -> Option<String> {
        self.moves().is_empty().then(|| "over".to_owned())
    }
}

const START: &str = "4/2/1/1 w";

const HEAPS: Fen = Fen {
    fields: 2,
    moves_max: 8,
    disputed: &[DisputedField { field: 2, moves: &["a4a3"], reason: "another player" }],
    mate: &["a4a2", "a2a1", "b2b1"],
    wins: ["over", "over"],
    read_position: |line, _| fields(line, 2),
    ..Fen::new(Uci)
};

/// A bridge to an engine of heaps.
fn bridge(command: Vec<OsString>) -> Bridge {
    Bridge {
        rule_set: "test".to_owned(),
        oracle: text_side::<Heaps>(),
        starts: vec![START.to_owned()],
        dialects: vec![Dialect::Fen(HEAPS)],
        command,
        options: Vec::new(),
        go: None,
    }
}

/// The answers to requests, which are separated by bars, after the handshake, of an engine in the
/// given ways; the first line of a list stands for it. Or the failure of the bridge.
fn talk(protocol: Protocol, ways: &str, requests: &str) -> Result<String, String> {
    let mut command = vec!["python3".into(), "tests/engine.py".into(), protocol.name().into()];
    command.extend(ways.split_whitespace().map(Into::into));
    let mut bridge = bridge(command);
    bridge.dialects = vec![Dialect::Fen(Fen { protocol, ..HEAPS })];
    if protocol == Gtp {
        bridge.oracle = text_side::<Points>();
        bridge.starts = vec!["..\n..\nx to move".to_owned()];
        bridge.dialects = vec![Dialect::Stones(Stones {
            set_up: |_| Some(vec!["boardsize 2".to_owned(), "clear_board".to_owned()]),
            sgf: |_| None,
            from_top: false,
            forced_pass: true,
            read_score: Some(|score| score.replace("B+0.5", "over")),
            write_point: |column, row| format!("{}{row}", column.to_ascii_lowercase()),
            probes: &[],
        })];
    }
    let scores = ways.split(' ').filter(|way| *way == "scores");
    bridge.options = scores.map(|_| ("score".to_owned(), "yes".to_owned())).collect();
    let start = &bridge.starts[0];
    let start = format!("{}\n{start}", start.lines().count());
    let mut input = "1 hello 1\n".to_owned();
    let requests = requests.split(" | ").filter(|request| !request.is_empty());
    for (number, request) in requests.enumerate() {
        writeln!(input, "{} {}", number + 2, request.replace("START", &start)).unwrap();
    }
    let mut output = Vec::new();
    bridge.serve(input.as_bytes(), &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

/// Fails unless the conversation has all these lines, which are separated by bars. A machine without
/// Python has no engines.
fn assert_says(protocol: Protocol, ways: &str, requests: &str, expected: &str) {
    if !has_python() {
        return;
    }
    let said = talk(protocol, ways, requests).unwrap_or_else(|error| format!("error: {error}"));
    for line in expected.split(" | ") {
        assert!(said.lines().any(|it| it.contains(line)), "{ways}: no `{line}` in\n{said}");
    }
}

fn has_python() -> bool {
    Command::new("python3").arg("--version").output().is_ok()
}

#[test]
fn uci_and_usi_list_moves_and_print_positions() {
    let requests = "set-up 1 START | moves 1 9 | play 1 a4a2 | position 1 | play 1 b9b8";
    let all = format!("{requests} | legal 1 b2b1 | observe 1 | end 1 | moves 1 9");
    let expected = "name Heaps 1 | note legal moves by go perft; position, check, key by d | \
                    offers end observe key | lacks outcome | 3 moves 3 | 4 played | 2/2/1/1 b | \
                    6 refused | 7 legal yes | check false | 10 unknown";
    assert_says(Uci, "", &all, expected);
    assert_says(Usi, "", &all, expected);
    // More totals and a best move belong to the answer; a total alone is no list.
    let other = "set-up 1 START | moves 1 9 | play 1 a4a2 | moves 1 9 | moves 1 9";
    for ways in ["totals", "best", "totals best"] {
        assert_says(Uci, ways, other, "3 moves 3 | 5 moves 2 | 6 moves 2");
    }
    for ways in ["blanks", "other-label", "best no-total"] {
        assert_says(Uci, ways, requests, "3 moves 3 | 2/2/1/1 b");
    }
    assert_says(Uci, "total-alone best", requests, "note no list (no go perft, no MultiPV)");
    // A count that is slow to end is whole.
    assert_says(Uci, "pauses", "set-up 1 1\n4/2/1/1 b | moves 1 9", "3 moves 3");
    assert_says(Uci, "no-d", requests, "lacks position outcome | 3 moves 3");
    assert_says(Uci, "misses", "set-up 1 START | play 1 a4a2 | moves 1 9", "4 moves 1");
}

#[test]
fn a_search_lists_moves_if_it_has_a_variation_for_each() {
    let requests = "set-up 1 START | moves 1 9";
    let by_search = "note legal moves by go depth 1 with 500 variations | 3 moves 3";
    assert_says(Uci, "variations", requests, by_search);
    // One that leaves some out is asked for them, and one that does not know them keeps missing them.
    let longer = "set-up 1 1\n2/3/3/1 w | moves 1 9";
    assert_says(Uci, "variations hides-variations", longer, "3 moves 5");
    assert_says(Uci, "variations misses", longer, "3 moves 4");
    // One that gives up names no move, which says nothing of those that are legal.
    assert_says(Uci, "variations resigns", longer, "3 moves 5");
    let two = "note no list (no go perft; MultiPV: 2 of 3 moves) | lacks moves outcome";
    assert_says(Uci, "two-variations", requests, &format!("{two} | validate"));
    // What such an engine does not name alone, it lacks, unless it ignores `searchmoves`.
    assert_says(Uci, "variations hides-variations lacks-b", requests, "3 moves 2");
    assert_says(Uci, "variations lacks-b", requests, two);
    // It searches without an end, until it is stopped.
    let none = "note no list (no go perft, no MultiPV) | offers end validate";
    assert_says(Uci, "searches no-d", requests, none);
}

#[test]
fn what_a_witness_names_is_judged() {
    let (start, end) = ("set-up 1 START", "set-up 1 1\n1/1/1/1 w");
    for (way, setup, verdict) in [
        ("", start, "ok"),
        ("", end, "ok"),
        ("illegal-best", start, "broken its best move a4a1 is illegal"),
        ("illegal-ponder", start, "broken the move to ponder on, d4d3 after a4a3, is illegal"),
        ("false-mate", start, "broken mate in 1 is no mate: the game goes on after a4a3"),
        ("moves-at-end", end, "broken its best move is a4a3, and the game is over"),
    ] {
        let (ways, requests) = (format!("two-variations {way}"), format!("{setup} | validate 1"));
        assert_says(Uci, &ways, &requests, &format!("3 {verdict}"));
    }
    if !has_python() {
        return;
    }
    // On a busy machine it is asked less often.
    let again = |ways: &str| {
        let said = talk(Uci, ways, "set-up 1 START | validate 1").unwrap();
        let (_, again) = said.split_once("; asked again, it is wrong ").expect(&said);
        let numbers = again.split(' ').filter_map(|word| word.parse().ok());
        <[u32; 2]>::try_from(numbers.collect::<Vec<_>>()).expect(again)
    };
    let [wrong, asked] = again("two-variations illegal-best");
    assert_eq!(wrong, asked);
    assert_eq!(again("two-variations illegal-at-first")[0], 0);
    let requests = "set-up 1 START | validate 1 | validate 1 | validate 1";
    let lost = talk(Uci, "two-variations loses", requests);
    assert!(lost.as_ref().is_err_and(|it| it.starts_with("lost search: `go depth 2`")), "{lost:?}");
}

#[test]
fn xboard_judges_moves_by_playing_them() {
    let requests = "set-up 1 START | legal 1 a4a2 | legal 1 a4a1";
    let all = format!("{requests} | play 1 a4a3 | undo 1 | position 1");
    let expected = "note judges moves by playing them; position by fen | \
                    offers end legal undo validate | lacks moves outcome | 3 legal yes | \
                    4 legal no | 5 played | 6 ok | 4/2/1/1 w";
    assert_says(Xboard, "", &all, expected);
    let lacks = "lacks moves position outcome | start-only";
    assert_says(Xboard, "no-fen no-setboard", &all, lacks);
    // A set-up that it cannot get says nothing about a field that it prints right.
    if has_python() {
        let said = talk(Xboard, "no-setboard", "").unwrap();
        assert!(said.contains("start-only") && !said.contains("ignores"), "{said}");
    }
    // An illegal move ends this one, so it gets none.
    let note = "note plays legal moves and refuses no others | 4 legal no";
    assert_says(Xboard, "ends-at-illegal", requests, note);
    // It refuses a legal move.
    let refused = "error: the engine refuses the first move a4a2";
    assert_says(Xboard, "refuses-a4a2", "set-up 1 1\n4/1/1/1 b | legal 1 a4a2", refused);
}

#[test]
fn xboard_tells_wins_if_it_prints_the_result_of_a_mate() {
    let to_the_end = |last: &str| format!("set-up 1 START | play 1 a4a2 | {last} | outcome 1");
    let by_b = to_the_end("play 1 a2a1 | outcome 1 | play 1 b2b1 | undo 1 | play 1 b2b1");
    let wins = "wins by the result printed after a move | 5 outcome playing | 9 outcome over";
    assert_says(Xboard, "results", &by_b, wins);
    let by_a = to_the_end("play 1 b2b1 | play 1 a2a1");
    assert_says(Xboard, "results", &by_a, "6 outcome over");
    assert_says(Xboard, "results misses-result", &by_a, "6 outcome playing");
    assert_says(Xboard, "results draws-mates", &by_a, "6 outcome a draw, by what it prints");
    assert_says(Xboard, "", &by_a, "lacks moves outcome");
    // A set-up that is over is no move.
    assert_says(Xboard, "results", "set-up 1 1\n1/1/1/1 w | outcome 1", "3 outcome over");
}

#[test]
fn what_undo_breaks_is_a_complaint_and_a_claimed_draw_ends_questions() {
    let requests = "set-up 1 START | legal 1 a4a2 | play 1 a4a3 | legal 1 b2b1 | position 1 | \
                    validate 1";
    let complaint = "3/2/1/1 b | 7 broken after `undo` it answers otherwise about its position; the \
                     moves: a4a3";
    assert_says(Xboard, "undo-gives-white", requests, complaint);
    assert_says(Xboard, "", requests, "3/2/1/1 b | 7 ok");
    let requests = "set-up 1 START | play 1 a4a2 | play 1 a2a1 | legal 1 b2b1 | legal 1 a4a2";
    assert_says(Xboard, "claims", requests, "5 legal yes | 6 legal no");
}

#[test]
fn gtp_lists_moves_and_shows_stones() {
    let requests = "set-up 1 START | moves 1 9 | play 1 a1 | play 1 a1 | play 1 z9 | play 1 b2";
    let answers = "3 moves 4 | 4 played | 5 refused | 6 refused | 7 played";
    let note = "note legal moves by all_legal; board by list_stones; no set-ups";
    let all = format!("{answers} | {note} | board .o | board x. | start-only empty");
    assert_says(Gtp, "", &format!("{requests} | observe 1"), &all);
    let note = "note legal moves by play and undo of each point; no board; no set-ups";
    assert_says(Gtp, "only-play", requests, &format!("{answers} | {note}"));
    let undone = format!("{requests} | undo 1 | undo 1 | moves 1 9");
    assert_says(Gtp, "only-play", &undone, "10 moves 4");
    assert_says(Gtp, "misses", &format!("{requests} | moves 1 9"), "8 moves 1");
}

#[test]
fn a_score_is_an_outcome_for_who_asks() {
    let requests = "set-up 1 START | play 1 a1 | play 1 b1 | outcome 1 | play 1 a2 | play 1 b2 | \
                    outcome 1";
    let said = "; no set-ups; outcome by final_score, an estimate | lacks position | \
                5 outcome playing | 8 outcome over";
    assert_says(Gtp, "scores", requests, said);
    assert_says(Gtp, "", "set-up 1 START", "lacks position outcome");
    if has_python() {
        let refused = talk(Gtp, "scores only-play", "").unwrap_err();
        assert!(refused.contains("an engine that knows `final_score`"), "{refused}");
        let refused = talk(Xboard, "scores", "").unwrap_err();
        assert!(refused.starts_with("options and witnesses are for engines"), "{refused}");
    }
}

#[test]
fn an_engine_that_ends_is_quoted_with_what_it_was_asked() {
    let failed = |command: &str| bridge(vec![command.into()]).serve(&b""[..], Vec::new());
    let unstarted = failed("./no-such-engine").unwrap_err();
    assert!(unstarted.starts_with("cannot start ./no-such-engine: "), "{unstarted}");
    let ended = "the engine ended at `uci`: exit status: 1, after no line at all";
    assert_eq!(failed("false"), Err(ended.to_owned()));
    if has_python() {
        let crashed = talk(Uci, "crashes-at-quit", "").unwrap_err();
        assert!(crashed.starts_with("the engine crashed at `quit`: signal: 6"), "{crashed}");
        let ended = talk(Uci, "greets", "").unwrap_err();
        assert_eq!(ended, "the engine ended at `uci`: exit status: 0, after its line `hello`");
    }
}
