//! Set-ups that are drawn: most are accepted, and rare situations are common among them.

use arbitrary::Unstructured;
use twinboard_harness::RuleSet;
use twinboard_harness::random::SplitMix;

use crate::support::{legal, set_up, spread};

/// Set-ups of a game, each with its legal moves.
struct Drawn(&'static str, Vec<(String, Vec<String>)>);

impl Drawn {
    fn of(name: &'static str) -> Self {
        let all = twinboard_oracles::all();
        let rules = all.iter().find(|rules| rules.name() == name).expect("there is one");
        let mut random = SplitMix::new(1);
        let setup = |_| {
            let bytes: Vec<u8> = (0..100).flat_map(|_| random.next_u64().to_le_bytes()).collect();
            let setup =
                rules.generate_setup(&mut Unstructured::new(&bytes)).expect("bytes suffice");
            let moves = legal(&set_up(name, setup.as_str()).expect("it is one of the oracle"));
            (setup.as_str().to_owned(), moves.iter().map(|mv| mv.as_str().to_owned()).collect())
        };
        Self(name, (0..250).map(setup).collect())
    }

    /// Demands that of this many set-ups one is such a situation.
    fn demand(&self, what: &str, of: usize, is_it: impl Fn(&str, &[String]) -> bool) {
        let Self(name, all) = self;
        let count = all.iter().filter(|(setup, moves)| is_it(setup, moves)).count();
        assert!(count * of >= all.len(), "{name}: {what} in {count} of {}", all.len());
    }
}

/// Shrinking tries set-ups of the game alone: others could not be read back.
#[test]
fn simpler_cases_begin_in_set_ups_of_the_game() {
    let all = twinboard_oracles::all();
    let chess = all.iter().find(|rules| rules.name() == "chess").expect("there is one");
    let subject = chess.pairing().subject();
    let case = b"r3k3/8/8/8/1p6/8/P7/4K3 w q - 0 1\n> a2a4\n";
    let simpler = (0..256).filter_map(|seed| subject.simpler(case, seed, 4_096));
    let simpler: std::collections::BTreeSet<String> = simpler.collect();
    assert!(simpler.len() > 5, "{simpler:?}");
    for text in simpler {
        assert!(subject.case(&text).is_some(), "{text}");
    }
}

#[test]
fn chess_has_castling_en_passant_and_promotions_by_capture() {
    let chess = Drawn::of("chess");
    let fields = |setup: &str| setup.split([' ', '\n']).map(str::to_owned).collect::<Vec<_>>();
    chess.demand("castling", 15, |setup, moves| {
        let is_960 = setup.contains("castling=960");
        let castles = ["e1g1", "e1c1", "e8g8", "e8c8"];
        !is_960 && fields(setup)[2] != "-" && moves.iter().any(|mv| castles.contains(&&**mv))
    });
    chess.demand("Chess960", 12, |setup, _| setup.contains("castling=960"));
    chess.demand("en passant", 30, |setup, moves| {
        let square = &fields(setup)[3];
        square != "-" && moves.iter().any(|mv| mv[2..] == **square)
    });
    chess.demand("an illegal en passant", 60, |setup, moves| {
        let fields = fields(setup);
        let (row, pawn) = if fields[1] == "w" { (3, 'P') } else { (4, 'p') };
        let Some(file) = fields[3].bytes().next().filter(|_| fields[3] != "-") else {
            return false;
        };
        let line = fields[0].split('/').nth(row).unwrap_or_default();
        let cells: Vec<char> = spread(line).chars().collect();
        let at = usize::from(file - b'a');
        let is_beside = [at.wrapping_sub(1), at + 1].iter().any(|c| cells.get(*c) == Some(&pawn));
        let captures = |mv: &String| mv[2..] == fields[3] && mv.as_bytes()[0] != file;
        is_beside && !moves.is_empty() && !moves.iter().any(captures)
    });
    chess.demand("promotion by capture", 45, |_, moves| {
        moves.iter().any(|mv| mv.len() == 5 && mv.as_bytes()[0] != mv.as_bytes()[2])
    });
    chess.demand("a game that is over", 60, |_, moves| moves.is_empty());
    chess.demand("few men", 3, |setup, _| {
        fields(setup)[0].chars().filter(char::is_ascii_alphabetic).count() < 14
    });
}

#[test]
fn shogi_has_drops_and_promotions() {
    let shogi = Drawn::of("shogi");
    shogi.demand("drops", 3, |_, moves| moves.iter().any(|mv| mv.contains('*')));
    shogi.demand("promotions", 4, |_, moves| moves.iter().any(|mv| mv.ends_with('+')));
    shogi.demand("check", 12, |_, moves| (1..8).contains(&moves.len()));
}

#[test]
fn go_has_small_boards_with_every_rule() {
    let go = Drawn::of("go");
    for rule in ["ko=simple", "ko=positional", "ko=situational", "suicide=yes"] {
        go.demand(rule, 6, |setup, _| setup.contains(rule));
    }
    go.demand("a point that is illegal", 8, |setup, moves| {
        let board = setup.split("ko=").next().unwrap_or_default();
        moves.len() <= board.matches('.').count()
    });
    go.demand("an oblong board", 6, |setup, _| {
        let rows = setup.lines().take_while(|line| !line.contains('=')).count();
        rows != setup.lines().next().unwrap_or_default().len()
    });
}

#[test]
fn draughts_has_long_captures_and_kings() {
    let names = "draughts-american draughts-brazilian draughts-international draughts-russian \
                 draughts-turkish";
    for name in names.split(' ') {
        let drawn = Drawn::of(name);
        drawn.demand("a capture of two or more", 12, |_, moves| {
            moves.iter().any(|mv| mv.matches(',').count() > 0)
        });
        drawn.demand("a king", 4, |setup, _| {
            let board = setup.rsplit_once('\n').unwrap_or_default().0;
            board.contains(['W', 'B'])
        });
    }
}

#[test]
fn othello_has_passes() {
    let othello = Drawn::of("othello");
    othello.demand("a pass", 60, |_, moves| moves == ["pass"]);
    othello.demand("a game that is over", 60, |_, moves| moves.is_empty());
}
