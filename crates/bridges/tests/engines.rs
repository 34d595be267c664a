//! Bridges to the engines of `engine.py`, in conversations: what is offered, what is answered, and
//! what an engine does that none should.

use std::fmt::Write;
use std::process::Command;

use twinboard_bridges::{Bridge, Dialect, Fen, Loose, Protocol, Stones, fields};
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
    loose: &[Loose { field: 2, moves: &["a4a3"], reason: "another player" }],
    mate: &["a4a2", "a2a1", "b2b1"],
    wins: ["over", "over"],
    read_position: |line, _| fields(line, 2),
    ..Fen::new(Protocol::Uci)
};

/// The answers to requests, after the handshake, of an engine in the given ways; the first line of
/// a list stands for it. Or the failure of the bridge.
fn talk(protocol: Protocol, ways: &str, requests: &[&str]) -> Result<String, String> {
    let mut command = vec!["python3".into(), "tests/engine.py".into(), protocol.name().into()];
    command.extend(ways.split_whitespace().map(Into::into));
    let stones = Stones {
        set_up: |_| Some(vec!["boardsize 2".to_owned(), "clear_board".to_owned()]),
        sgf: |_| None,
        from_top: false,
        forced_pass: true,
        read_score: Some(|score| score.replace("B+0.5", "over")),
        write_point: |column, row| format!("{}{row}", column.to_ascii_lowercase()),
        probes: &[],
    };
    let (oracle, start, dialect) = if protocol == Protocol::Gtp {
        (text_side::<Points>(), "..\n..\nx to move", Dialect::Stones(stones))
    } else {
        (text_side::<Heaps>(), START, Dialect::Fen(Fen { protocol, ..HEAPS }))
    };
    let score = ("score".to_owned(), "yes".to_owned());
    let bridge = Bridge {
        rule_set: "test".to_owned(),
        oracle,
        starts: vec![start.to_owned()],
        dialects: vec![dialect],
        command,
        options: ways.split(' ').filter(|way| *way == "scores").map(|_| score.clone()).collect(),
        go: None,
    };
    let mut input = "1 hello 1\n".to_owned();
    for (number, request) in requests.iter().enumerate() {
        let request = request.replace("START", &format!("{}\n{start}", start.lines().count()));
        writeln!(input, "{} {request}", number + 2).unwrap();
    }
    let mut output = Vec::new();
    bridge.serve(input.as_bytes(), &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

/// Fails unless the conversation has all these lines. A machine without Python has no engines.
fn assert_says(protocol: Protocol, ways: &str, requests: &[&str], expected: &[&str]) {
    if !has_python() {
        return;
    }
    let said = talk(protocol, ways, requests).unwrap_or_else(|error| format!("error: {error}"));
    for line in expected {
        assert!(said.lines().any(|it| it.contains(line)), "{ways}: no `{line}` in\n{said}");
    }
}

fn has_python() -> bool {
    Command::new("python3").arg("--version").output().is_ok()
}

#[test]
fn uci_and_usi_list_moves_and_print_positions() {
    let requests = ["set-up 1 START", "moves 1 9", "play 1 a4a2", "position 1", "play 1 b9b8"];
    for protocol in [Protocol::Uci, Protocol::Usi] {
        assert_says(
            protocol,
            "",
            &[&requests[..], &["legal 1 b2b1", "observe 1", "end 1", "moves 1 9"]].concat(),
            &[
                "name Heaps 1",
                "note legal moves by go perft; position, check, key by d",
                "offers end observe key",
                "lacks outcome",
                "3 moves 3",
                "4 played",
                "2/2/1/1 b",
                "6 refused",
                "7 legal yes",
                "check false",
                "10 unknown",
            ],
        );
    }
    // More totals and a best move belong to the answer; a total alone is no list.
    let other = ["set-up 1 START", "moves 1 9", "play 1 a4a2", "moves 1 9", "moves 1 9"];
    for ways in ["totals", "best", "totals best"] {
        assert_says(Protocol::Uci, ways, &other, &["3 moves 3", "5 moves 2", "6 moves 2"]);
    }
    for ways in ["blanks", "other-label", "best no-total"] {
        assert_says(Protocol::Uci, ways, &requests, &["3 moves 3", "2/2/1/1 b"]);
    }
    let note = "note no list (no go perft, no MultiPV)";
    assert_says(Protocol::Uci, "total-alone best", &requests, &[note]);
    // A count that is slow to end is whole.
    assert_says(Protocol::Uci, "pauses", &["set-up 1 1\n4/2/1/1 b", "moves 1 9"], &["3 moves 3"]);
    assert_says(Protocol::Uci, "no-d", &requests, &["lacks position outcome", "3 moves 3"]);
    assert_says(
        Protocol::Uci,
        "misses",
        &["set-up 1 START", "play 1 a4a2", "moves 1 9"],
        &["4 moves 1"],
    );
}

#[test]
fn a_search_lists_moves_if_it_has_a_variation_for_each() {
    let requests = ["set-up 1 START", "moves 1 9"];
    let note = "note legal moves by go depth 1 with 500 variations";
    assert_says(Protocol::Uci, "variations", &requests, &[note, "3 moves 3"]);
    // One that leaves some out is asked for them, and one that does not know them keeps missing them.
    let longer = ["set-up 1 1\n2/3/3/1 w", "moves 1 9"];
    assert_says(Protocol::Uci, "variations hides-variations", &longer, &["3 moves 5"]);
    assert_says(Protocol::Uci, "variations misses", &longer, &["3 moves 4"]);
    let note = "note no list (no go perft; MultiPV: 2 of 3 moves)";
    let lacks = "lacks moves outcome";
    assert_says(Protocol::Uci, "two-variations", &requests, &[note, lacks, "validate"]);
    // What such an engine does not name alone, it lacks, unless it ignores `searchmoves`.
    assert_says(Protocol::Uci, "variations hides-variations lacks-b", &requests, &["3 moves 2"]);
    let ignores = "variations lacks-b";
    let note = "note no list (no go perft; MultiPV: 2 of 3 moves)";
    assert_says(Protocol::Uci, ignores, &requests, &[note, "lacks moves outcome"]);
    // It searches without an end, until it is stopped.
    let note = "note no list (no go perft, no MultiPV)";
    assert_says(Protocol::Uci, "searches no-d", &requests, &[note, "offers end validate"]);
}

#[test]
fn what_a_witness_names_is_judged() {
    let end = "set-up 1 1\n1/1/1/1 w";
    for (way, setup, sentence) in [
        ("", "set-up 1 START", "3 ok"),
        ("", end, "3 ok"),
        ("illegal-best", "set-up 1 START", "3 broken its best move a4a1 is illegal"),
        (
            "illegal-ponder",
            "set-up 1 START",
            "3 broken the move to ponder on, d4d3 after a4a3, is illegal",
        ),
        (
            "false-mate",
            "set-up 1 START",
            "3 broken mate in 1 is no mate: the game goes on after a4a3",
        ),
        ("moves-at-end", end, "3 broken its best move is a4a3, and the game is over"),
    ] {
        let ways = format!("two-variations {way}");
        assert_says(Protocol::Uci, &ways, &[setup, "validate 1"], &[sentence]);
    }
    if !has_python() {
        return;
    }
    // On a busy machine it is asked less often.
    let again = |ways: &str| {
        let said = talk(Protocol::Uci, ways, &["set-up 1 START", "validate 1"]).unwrap();
        let (_, again) = said.split_once("; asked again, it is wrong ").expect(&said);
        let numbers = again.split(' ').filter_map(|word| word.parse().ok());
        <[u32; 4]>::try_from(numbers.collect::<Vec<_>>()).expect(again)
    };
    let [same, of_same, other, of_other] = again("two-variations illegal-best");
    assert_eq!((same, other), (of_same, of_other));
    let [same, _, other, of_other] = again("two-variations illegal-at-first");
    assert_eq!((same, other), (0, of_other));
    let lost = talk(
        Protocol::Uci,
        "two-variations loses",
        &["set-up 1 START", "validate 1", "validate 1", "validate 1"],
    );
    assert!(lost.as_ref().is_err_and(|it| it.starts_with("lost search: `go depth 2`")), "{lost:?}");
}

#[test]
fn xboard_judges_moves_by_playing_them() {
    let requests =
        ["set-up 1 START", "legal 1 a4a2", "legal 1 a4a1", "play 1 a4a3", "undo 1", "position 1"];
    assert_says(
        Protocol::Xboard,
        "",
        &requests,
        &[
            "note judges moves by playing them; position by fen",
            "offers end legal undo validate",
            "lacks moves outcome",
            "3 legal yes",
            "4 legal no",
            "5 played",
            "6 ok",
            "4/2/1/1 w",
        ],
    );
    let lacks = "lacks moves position outcome";
    assert_says(Protocol::Xboard, "no-fen no-setboard", &requests, &[lacks, "start-only"]);
    // A set-up that it cannot get says nothing about a field that it prints right.
    if has_python() {
        let said = talk(Protocol::Xboard, "no-setboard", &[]).unwrap();
        assert!(said.contains("start-only") && !said.contains("ignores"), "{said}");
    }
    // An illegal move ends this one, so it gets none.
    let note = "note plays legal moves and refuses no others";
    assert_says(Protocol::Xboard, "ends-at-illegal", &requests[..3], &[note, "4 legal no"]);
    // It refuses a legal move.
    assert_says(
        Protocol::Xboard,
        "refuses-a4a2",
        &["set-up 1 1\n4/1/1/1 b", "legal 1 a4a2"],
        &["error: the engine refuses the first move a4a2"],
    );
}

#[test]
fn xboard_tells_wins_if_it_prints_the_result_of_a_mate() {
    let to_the_end = |last| [&["set-up 1 START", "play 1 a4a2"][..], last, &["outcome 1"]].concat();
    let by_b = to_the_end(&["play 1 a2a1", "outcome 1", "play 1 b2b1", "undo 1", "play 1 b2b1"]);
    let note = "wins by the result printed after a move";
    let expected = [note, "5 outcome playing", "9 outcome over"];
    assert_says(Protocol::Xboard, "results", &by_b, &expected);
    let by_a = to_the_end(&["play 1 b2b1", "play 1 a2a1"]);
    assert_says(Protocol::Xboard, "results", &by_a, &["6 outcome over"]);
    assert_says(Protocol::Xboard, "results misses-result", &by_a, &["6 outcome playing"]);
    let draw = "6 outcome a draw, by what it prints";
    assert_says(Protocol::Xboard, "results draws-mates", &by_a, &[draw]);
    assert_says(Protocol::Xboard, "", &by_a, &["lacks moves outcome"]);
    // A set-up that is over is no move.
    let over = ["set-up 1 1\n1/1/1/1 w", "outcome 1"];
    assert_says(Protocol::Xboard, "results", &over, &["3 outcome over"]);
}

#[test]
fn what_undo_breaks_is_a_complaint_and_no_wrong_position() {
    let requests = [
        "set-up 1 START",
        "legal 1 a4a2",
        "play 1 a4a3",
        "legal 1 b2b1",
        "position 1",
        "validate 1",
    ];
    let complaint =
        "7 broken after `undo` it answers otherwise about its position; the moves: a4a3";
    assert_says(Protocol::Xboard, "undo-gives-white", &requests, &["3/2/1/1 b", complaint]);
    assert_says(Protocol::Xboard, "", &requests, &["3/2/1/1 b", "7 ok"]);
}

#[test]
fn after_a_claimed_draw_nothing_is_asked() {
    let requests = ["set-up 1 START", "play 1 a4a2", "play 1 a2a1", "legal 1 b2b1", "legal 1 a4a2"];
    assert_says(Protocol::Xboard, "claims", &requests, &["5 legal yes", "6 legal no"]);
}

#[test]
fn gtp_lists_moves_and_shows_stones() {
    let requests = [
        "set-up 1 START",
        "moves 1 9",
        "play 1 a1",
        "play 1 a1",
        "play 1 z9",
        "play 1 b2",
        "observe 1",
    ];
    let answers = ["3 moves 4", "4 played", "5 refused", "6 refused", "7 played"];
    let note = "note legal moves by all_legal; board by list_stones; no set-ups";
    let all = [&answers[..], &[note, "board .o", "board x.", "start-only"]].concat();
    assert_says(Protocol::Gtp, "", &requests, &all);
    let note = "note legal moves by play and undo of each point; no board; no set-ups";
    assert_says(Protocol::Gtp, "only-play", &requests[..6], &[&answers[..], &[note]].concat());
    let undone = [&requests[..6], &["undo 1", "undo 1", "moves 1 9"]].concat();
    assert_says(Protocol::Gtp, "only-play", &undone, &["10 moves 4"]);
    assert_says(
        Protocol::Gtp,
        "misses",
        &[&requests[..6], &["moves 1 9"]].concat(),
        &["8 moves 1"],
    );
}

#[test]
fn a_score_is_an_outcome_for_who_asks() {
    let play = ["play 1 a1", "play 1 b1", "outcome 1", "play 1 a2", "play 1 b2", "outcome 1"];
    let requests = [&["set-up 1 START"], &play[..]].concat();
    let note = "; no set-ups; outcome by final_score, an estimate";
    let said = [note, "lacks position", "5 outcome playing", "8 outcome over"];
    assert_says(Protocol::Gtp, "scores", &requests, &said);
    assert_says(Protocol::Gtp, "", &requests[..1], &["lacks position outcome"]);
    if has_python() {
        let refused = talk(Protocol::Gtp, "scores only-play", &[]).unwrap_err();
        assert!(refused.contains("an engine that knows `final_score`"), "{refused}");
        let refused = talk(Protocol::Xboard, "scores", &[]).unwrap_err();
        assert!(refused.starts_with("options and witnesses are for engines"), "{refused}");
    }
}

#[test]
fn an_engine_that_ends_is_quoted_with_what_it_was_asked() {
    let bridge = |command: &str| Bridge {
        rule_set: "test".to_owned(),
        oracle: text_side::<Heaps>(),
        starts: vec![START.to_owned()],
        dialects: vec![Dialect::Fen(HEAPS)],
        command: vec![command.into()],
        options: Vec::new(),
        go: None,
    };
    let failed = bridge("./no-such-engine").serve(&b""[..], Vec::new()).unwrap_err();
    assert!(failed.starts_with("cannot start ./no-such-engine: "), "{failed}");
    let failed = bridge("false").serve(&b""[..], Vec::new()).unwrap_err();
    if has_python() {
        let crashed = talk(Protocol::Uci, "crashes-at-quit", &[]).unwrap_err();
        assert!(crashed.starts_with("the engine crashed at `quit`: signal: 6"), "{crashed}");
    }
    let ended = "the engine ended at `uci`: exit status: 1, after no line at all";
    assert_eq!(failed, ended);
    if has_python() {
        let failed = talk(Protocol::Uci, "greets", &[]).unwrap_err();
        assert_eq!(failed, "the engine ended at `uci`: exit status: 0, after its line `hello`");
    }
}
