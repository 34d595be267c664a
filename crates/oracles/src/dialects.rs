//! The forms of the games in the protocols that their engines speak.

use twinboard_bridges::{Dialect, DisputedField, Fen, Probe, Protocol, Stones, fields, first_line};

/// The dialects of a game.
#[must_use]
pub fn dialects(rule_set: &str) -> Vec<Dialect> {
    let fen = |dialects: &[Fen]| dialects.iter().copied().map(Dialect::Fen).collect();
    match rule_set {
        "chess" => fen(&[CHESS, Fen { protocol: Protocol::Xboard, options: |_| vec![], ..CHESS }]),
        "xiangqi" => fen(&[
            XIANGQI,
            Fen { options: |_| vec![], ..XIANGQI },
            Fen { write_move: rows_from_0, read_move: rows_from_1, ..XIANGQI },
            Fen { options: |_| vec![], write_move: rows_from_0, read_move: rows_from_1, ..XIANGQI },
            XIANGQI_OF_XBOARD,
            Fen { write_setup: first_line, ..XIANGQI_OF_XBOARD },
            Fen {
                protocol: Protocol::Xboard,
                options: |_| vec![("variant", "xiangqi")],
                ..XIANGQI
            },
        ]),
        "shogi" => fen(&[SHOGI]),
        "breakthrough" => fen(&[BREAKTHROUGH]),
        "go" => vec![Dialect::Stones(GO)],
        "othello" => vec![Dialect::Stones(OTHELLO)],
        _ => Vec::new(),
    }
}

const CHESS: Fen = Fen {
    options: |setup| {
        let is_960 = setup.contains("castling=960");
        vec![("UCI_Chess960", if is_960 { "true" } else { "false" })]
    },
    variants: &[("UCI_Chess960", "castling none 960")],
    disputed: &[
        DisputedField { field: 4, moves: &["e2e4"], reason: "en passant squares by another rule" },
        DisputedField { field: 5, moves: &["g1f3"], reason: "the clock is not kept" },
        DisputedField { field: 6, moves: &["g1f3", "g8f6"], reason: "the number is not kept" },
    ],
    moves_max: 218,
    unhashed: &[5, 6],
    mate: &["f2f3", "e7e5", "g2g4", "d8h4"],
    read_position: |line, setup| {
        let line = fields(line, 6);
        if setup.contains("castling=960") { with_files(&line) } else { line }
    },
    ..Fen::new(Protocol::Uci)
};

/// A FEN with the files of rooks in place of `K`, `Q`, `k` and `q`, which some engines write for the
/// outermost rook of a side.
fn with_files(fen: &str) -> String {
    let words: Vec<&str> = fen.split(' ').collect();
    let [rows, _, rights, ..] = words[..] else { return fen.to_owned() };
    let file = |right: char| {
        let row = if right.is_ascii_uppercase() {
            rows.split('/').next_back()
        } else {
            rows.split('/').next()
        };
        let mut cells = String::new();
        for cell in row.unwrap_or_default().chars() {
            cells +=
                &cell.to_digit(10).map_or(cell.to_string(), |empty| ".".repeat(empty as usize));
        }
        let rook = if right.is_ascii_uppercase() { 'R' } else { 'r' };
        let column = match right {
            'K' | 'k' => cells.rfind(rook),
            'Q' | 'q' => cells.find(rook),
            _ => None,
        };
        let letter = column.map(|column| char::from(b'a' + column as u8));
        letter.map_or(right, |it| if rook == 'R' { it.to_ascii_uppercase() } else { it })
    };
    let rights: String = rights.chars().map(file).collect();
    let mut words = words.clone();
    words[2] = &rights;
    words.join(" ")
}

const XIANGQI: Fen = Fen {
    fields: 2,
    more_fields: " - - 0 1",
    options: |_| vec![("UCI_Variant", "xiangqi")],
    moves_max: 120,
    read_position: |line, _| fields(line, 2),
    ..Fen::new(Protocol::Uci)
};

/// Letters and rows as in most programs of xboard: horses are `H`, elephants `E`, the lowest row is 0.
const XIANGQI_OF_XBOARD: Fen = Fen {
    protocol: Protocol::Xboard,
    options: |_| vec![("variant", "xiangqi")],
    write_setup: |setup| {
        let line = first_line(setup);
        let (rows, player) = line.split_once(' ').unwrap_or((&line, ""));
        let rows = rows.replace('N', "H").replace('n', "h").replace('B', "E").replace('b', "e");
        format!("{rows} {player}")
    },
    write_move: rows_from_0,
    read_move: rows_from_1,
    more_fields: " 0 1",
    read_position: |line, _| {
        let (rows, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rows = rows.replace('H', "N").replace('h', "n").replace('E', "B").replace('e', "b");
        fields(&format!("{rows} {rest}"), 2)
    },
    ..XIANGQI
};

/// A move of the oracle with the lowest row 0, as engines of UCCI write it.
fn rows_from_0(mv: &str) -> String {
    with_rows(mv, |row| row.wrapping_sub(1))
}

/// The reverse.
fn rows_from_1(mv: &str) -> String {
    with_rows(mv, |row| row + 1)
}

/// A move with other numbers of rows.
fn with_rows(mv: &str, change: fn(u32) -> u32) -> String {
    let mut text = String::new();
    let mut characters = mv.chars().peekable();
    while let Some(character) = characters.next() {
        let Some(mut row) = character.to_digit(10) else {
            text.push(character);
            continue;
        };
        while let Some(digit) = characters.peek().and_then(|it| it.to_digit(10)) {
            row = row * 10 + digit;
            characters.next();
        }
        text += &change(row).to_string();
    }
    text
}

/// White pawns for `x`, black ones for `o`.
const BREAKTHROUGH: Fen = Fen {
    fields: 0,
    more_fields: " - - 0 1",
    options: |_| vec![("UCI_Variant", "breakthrough")],
    moves_max: 48,
    limits: &["limit rows 8 8", "limit columns 8 8"],
    write_setup: |setup| {
        let (rows, player) = setup.rsplit_once('\n').unwrap_or_default();
        let mut rows = rows.replace('x', "P").replace('o', "p").replace('\n', "/");
        // Some engines read two digits as one number, so empty cells are counted.
        for count in (1..=8).rev() {
            rows = rows.replace(&".".repeat(count), &count.to_string());
        }
        format!("{rows} {}", if player == "x to move" { 'w' } else { 'b' })
    },
    read_position: |line, _| {
        let (rows, rest) = line.split_once(' ').unwrap_or((line, ""));
        let cells = |cell: char| match cell {
            'P' => "x".to_owned(),
            'p' => "o".to_owned(),
            '/' => "\n".to_owned(),
            _ => ".".repeat(cell.to_digit(10).unwrap_or(0) as usize),
        };
        let player = if rest.starts_with('w') { 'x' } else { 'o' };
        format!("{}\n{player} to move", rows.chars().map(cells).collect::<String>())
    },
    ..Fen::new(Protocol::Uci)
};

const SHOGI: Fen = Fen {
    fields: 3,
    more_fields: " 1",
    moves_max: 593,
    read_position: |line, _| {
        let line = fields(line, 3);
        let (before, hands) = line.rsplit_once(' ').unwrap_or_default();
        format!("{before} {}", ordered(hands))
    },
    ..Fen::new(Protocol::Usi)
};

/// The men in hand in the order of USI: some engines write them in another one.
fn ordered(hands: &str) -> String {
    let mut counted: Vec<(usize, String)> = Vec::new();
    let mut number = String::new();
    for character in hands.chars().filter(|character| *character != '-') {
        if character.is_ascii_digit() {
            number.push(character);
        } else {
            let place = "RBGSNLPrbgsnlp".find(character).unwrap_or(usize::MAX);
            counted.push((place, format!("{}{character}", std::mem::take(&mut number))));
        }
    }
    counted.sort();
    let text: String = counted.into_iter().map(|(_, man)| man).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

const GO: Stones = Stones {
    set_up: |setup| {
        let size = setup.lines().next().map_or(0, str::len);
        let komi = setup.split_whitespace().find_map(|word| word.strip_prefix("komi="));
        let is_square = setup.lines().position(|line| line.contains('=')) == Some(size);
        (is_square && setup.ends_with("to move")).then(|| {
            vec![
                format!("boardsize {size}"),
                "clear_board".to_owned(),
                format!("komi {}", komi.unwrap_or("0")),
            ]
        })
    },
    sgf,
    from_top: false,
    forced_pass: false,
    read_score: Some(read_score),
    write_point: |column, row| format!("{column}{row}"),
    probes: &[
        Probe {
            key: "suicide",
            setup: "o.x..\nxx...\n.....\n.....\n.....\nko=simple suicide=no komi=0\no to move",
            moves: &["B5"],
            legal: &["yes"],
            illegal: &["no"],
            unless: None,
        },
        // No stone is taken back at once, whatever else holds.
        Probe {
            key: "ko",
            setup: ".xo..\nxo.o.\n.xo..\n.....\n.....\nko=simple suicide=no komi=0\nx to move",
            moves: &["C4", "B4"],
            legal: &[],
            illegal: &["simple", "positional", "situational"],
            unless: None,
        },
        // White sends two stones, black takes them, white takes one back: the board of the start,
        // and with a pass before it the player to move is the same, too.
        Probe {
            key: "ko",
            setup: ".o.o.\nxxo..\n.....\n.....\n.....\nko=simple suicide=no komi=0\no to move",
            moves: &["A5", "C5", "B5"],
            legal: &["simple", "situational"],
            illegal: &["positional"],
            unless: None,
        },
        Probe {
            key: "ko",
            setup: ".o.o.\nxxo..\n.....\n.....\n.....\nko=simple suicide=no komi=0\nx to move",
            moves: &["pass", "A5", "C5", "B5"],
            legal: &["simple"],
            illegal: &["positional", "situational"],
            unless: None,
        },
        // Some rules permit the suicide of chains and not of a stone alone, which leaves the board as it
        // was.
        Probe {
            key: "suicide",
            setup: ".x...\nx....\n.....\n.....\n.....\nko=simple suicide=no komi=0\no to move",
            moves: &["A5"],
            legal: &["yes"],
            illegal: &["no"],
            unless: Some(("ko", "positional")),
        },
    ],
};

/// The stones of a set-up, and who is to move; `None` for an empty board of black.
fn sgf(setup: &str) -> Option<String> {
    let rows: Vec<&str> = setup.lines().take_while(|line| !line.contains(['=', ' '])).collect();
    let letter = |number: usize| char::from(b'a' + number as u8);
    let stones = |colour: char| -> String {
        let cells = rows.iter().enumerate().flat_map(|(row, line)| {
            line.chars().enumerate().map(move |(column, cell)| (row, column, cell))
        });
        let stones = cells.filter(|(_, _, cell)| *cell == colour);
        stones.map(|(row, column, _)| format!("[{}{}]", letter(column), letter(row))).collect()
    };
    let (black, white) = (stones('x'), stones('o'));
    let is_black = setup.lines().any(|line| line.starts_with("x to move"));
    if black.is_empty() && white.is_empty() && is_black {
        return None;
    }
    let of = |name: &str, points: &str| {
        if points.is_empty() { String::new() } else { format!("{name}{points}") }
    };
    let player = if is_black { "B" } else { "W" };
    let (black, white) = (of("AB", &black), of("AW", &white));
    Some(format!("(;GM[1]FF[4]SZ[{}]{black}{white}PL[{player}])", rows.len()))
}

/// The outcome of a score such as `B+3.5` or `0`.
fn read_score(score: &str) -> String {
    let Some((colour, margin)) = score.trim().split_once('+') else { return "draw".to_owned() };
    let winner = if colour.eq_ignore_ascii_case("b") { 'x' } else { 'o' };
    format!("{winner} wins by {}", margin.trim_end_matches(".0"))
}

const OTHELLO: Stones = Stones {
    set_up: |setup| {
        let size = setup.lines().next().map_or(0, str::len);
        Some(vec![format!("boardsize {size}"), "clear_board".to_owned()])
    },
    sgf: |_| None,
    from_top: true,
    forced_pass: true,
    read_score: None,
    write_point: |column, row| format!("{}{row}", column.to_ascii_lowercase()),
    probes: &[],
};

#[cfg(test)]
mod tests {
    use super::{BREAKTHROUGH, CHESS, SHOGI, XIANGQI_OF_XBOARD, read_score};

    #[test]
    fn scores_are_outcomes() {
        let read = ["B+3.5", "W+10.0", "0"].map(read_score);
        assert_eq!(read, ["x wins by 3.5", "o wins by 10", "draw"]);
    }

    #[test]
    fn positions_of_engines_read_as_those_of_the_oracle() {
        let shogi = |line| (SHOGI.read_position)(line, "");
        assert_eq!(shogi("4k4/9 w pb2GR 7"), "4k4/9 w R2Gbp");
        assert_eq!(shogi("4k4/9 b - 1"), "4k4/9 b -");
        let xiangqi = |line| (XIANGQI_OF_XBOARD.read_position)(line, "");
        assert_eq!(xiangqi("rheakaehr/9 b 0 1"), "rnbakabnr/9 b");
        let chess = |line, setup| (CHESS.read_position)(line, setup);
        let castling = "r1k4r/8/8/8/8/8/8/1R2K1RR w KQkq - 0 1";
        assert_eq!(chess(castling, "castling=960"), castling.replace("KQkq", "HBha"));
        assert_eq!(chess(castling, ""), castling);
        let files = castling.replace("KQkq", "GBha");
        assert_eq!(chess(&files, "castling=960"), files);
    }

    #[test]
    fn boards_of_breakthrough_are_pawns() {
        let (setup, fen) = ("oo.\n..o\nx.x\no to move", "pp1/2p/P1P b - - 0 1");
        assert_eq!(BREAKTHROUGH.set_up(setup), fen);
        assert_eq!((BREAKTHROUGH.read_position)(fen, ""), setup);
        assert_eq!(BREAKTHROUGH.left_out(setup).unwrap(), "a board of 3 × 3");
        assert_eq!(BREAKTHROUGH.left_out(crate::breakthrough::STARTS[0]), None);
        let chess = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        assert_eq!(CHESS.left_out(&format!("{chess}\ncastling=960")), None);
        let automatic = format!("{chess}\ndraws=automatic");
        assert_eq!(CHESS.left_out(&automatic).unwrap(), "`draws=automatic`");
    }

    #[test]
    fn xiangqi_of_xboard_counts_rows_from_0_and_has_letters_of_its_own() {
        let dialect = XIANGQI_OF_XBOARD;
        assert_eq!(dialect.set_up("rnbakabnr/9 b"), "rheakaehr/9 b 0 1");
        assert_eq!((dialect.write_move)("a1i10"), "a0i9");
        assert_eq!((dialect.read_move)("a0i9"), "a1i10");
    }
}
