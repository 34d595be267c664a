//! Set-ups in which rare rules are common: few men near their goals, small boards with many stones.
//! Texts need not be set-ups: those that an oracle refuses are drawn again.

use arbitrary::{Result, Unstructured};

/// Rows of cells, each one of these characters; a character that is there twice comes twice as often.
fn cells(
    u: &mut Unstructured<'_>,
    rows: usize,
    columns: usize,
    of: &str,
) -> Result<Vec<Vec<char>>> {
    let all: Vec<char> = of.chars().collect();
    (0..rows).map(|_| (0..columns).map(|_| u.choose(&all).copied()).collect()).collect()
}

fn lines(rows: &[Vec<char>]) -> String {
    rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// The rows of a FEN or SFEN, with numbers for empty cells; a `+` stands before its letter.
fn ranks(rows: &[Vec<String>]) -> String {
    let rank = |row: &Vec<String>| {
        let (mut text, mut empty) = (String::new(), 0);
        for cell in row.iter().map(String::as_str).chain([""]) {
            if cell == "." {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text += cell;
        }
        text
    };
    rows.iter().map(rank).collect::<Vec<_>>().join("/")
}

/// Puts a man on an empty cell of a row, if the drawn cell is empty.
fn put(u: &mut Unstructured<'_>, rows: &mut [Vec<String>], row: usize, man: &str) -> Result<()> {
    let column = u.choose_index(rows[row].len())?;
    if rows[row][column] == "." {
        man.clone_into(&mut rows[row][column]);
    }
    Ok(())
}

/// Chess with few men: kings and rooks at home at times, pawns before their last steps, a pawn that
/// can be captured en passant.
pub(crate) fn chess(u: &mut Unstructured<'_>) -> Result<String> {
    let mut rows = vec![vec![".".to_owned(); 8]; 8];
    let white_moves = u.ratio(1, 2)?;
    let is_960 = u.ratio(1, 4)?;
    let (from, passed, to) = if white_moves { (1, 2, 3) } else { (6, 5, 4) };
    // The king to move and a rook are on the row on which a pawn is captured en passant.
    let is_exposed = u.ratio(1, 6)?;
    let mut rights = String::new();
    for (row, men, letters) in [(7, ["K", "R"], "KQ"), (0, ["k", "r"], "kq")] {
        let is_to_move = (row == 7) == white_moves;
        if is_exposed && is_to_move || u.ratio(1, 2)? {
            let row = match u.ratio(1, 2)? {
                _ if is_exposed && is_to_move => to,
                true => row,
                false => u.int_in_range(0..=7)?,
            };
            put(u, &mut rows, row, men[0])?;
            continue;
        }
        let king = if is_960 { u.int_in_range(1..=6)? } else { 4 };
        men[0].clone_into(&mut rows[row][king]);
        let right = if is_960 { u.int_in_range(king + 1..=7)? } else { 7 };
        let left = if is_960 { u.int_in_range(0..=king - 1)? } else { 0 };
        for (rook, letter) in [right, left].into_iter().zip(letters.chars()) {
            if u.ratio(2, 3)? {
                men[1].clone_into(&mut rows[row][rook]);
                let file = if row == 7 { 'A' } else { 'a' };
                let of_960 = char::from(file as u8 + rook as u8);
                rights.push(if is_960 { of_960 } else { letter });
            }
        }
    }
    let [mover, stander] = if white_moves { ["p", "P"] } else { ["P", "p"] };
    let file = u.int_in_range(0..=7)?;
    let is_free = [from, passed, to].iter().all(|row| rows[*row][file] == ".");
    let is_passing = (is_exposed || u.ratio(1, 3)?) && is_free;
    if is_passing {
        mover.clone_into(&mut rows[to][file]);
        let beside = if file == 0 || file < 7 && u.ratio(1, 2)? { file + 1 } else { file - 1 };
        if rows[to][beside] == "." {
            stander.clone_into(&mut rows[to][beside]);
        }
        if is_exposed {
            put(u, &mut rows, to, if white_moves { "r" } else { "R" })?;
        }
    }
    for _ in 0..u.int_in_range(0..=9)? {
        let man =
            *u.choose(&["P", "P", "P", "N", "B", "R", "Q", "p", "p", "p", "n", "b", "r", "q"])?;
        let row = match man {
            "P" if u.ratio(1, 2)? => 1,
            "p" if u.ratio(1, 2)? => 6,
            "P" | "p" => u.int_in_range(1..=6)?,
            // Where a pawn of the other side is promoted by capture.
            _ if u.ratio(1, 2)? => usize::from(man.starts_with(char::is_uppercase)) * 7,
            _ => u.int_in_range(0..=7)?,
        };
        // The way of the pawn that has advanced two squares stays empty.
        let kept = rows.clone();
        put(u, &mut rows, row, man)?;
        if is_passing && [from, passed].iter().any(|row| rows[*row][file] != ".") {
            rows = kept;
        }
    }
    let turn = if white_moves { 'w' } else { 'b' };
    let rights = if rights.is_empty() { "-" } else { &rights };
    let square = format!("{}{}", char::from(b'a' + file as u8), 8 - passed);
    let square = if is_passing { &square } else { "-" };
    let is_automatic = u.ratio(1, 4)?;
    let clock =
        if is_passing { 0 } else { u.int_in_range(0..=if is_automatic { 149 } else { 99 })? };
    let mut text = format!("{} {turn} {rights} {square} {clock} {}", ranks(&rows), clock / 2 + 1);
    text += if is_960 { "\ncastling=960" } else { "" };
    text += if is_automatic { "\ndraws=automatic" } else { "" };
    Ok(text)
}

/// Shogi with few men on the board, near promotion, and some in hand.
pub(crate) fn shogi(u: &mut Unstructured<'_>) -> Result<String> {
    let mut rows = vec![vec![".".to_owned(); 9]; 9];
    for (men, home) in [("K", 8), ("k", 0)] {
        let row = if u.ratio(1, 2)? { home } else { u.int_in_range(0..=8)? };
        put(u, &mut rows, row, men)?;
    }
    for _ in 0..u.int_in_range(0..=8)? {
        let men = ["P", "P", "L", "N", "S", "G", "B", "R", "+P", "+L", "+N", "+S", "+B", "+R"];
        let man = *u.choose(&men)?;
        let is_black = u.ratio(1, 2)?;
        let man = if is_black { man.to_owned() } else { man.to_lowercase() };
        let near = u.int_in_range(0..=4)?;
        put(u, &mut rows, if is_black { near } else { 8 - near }, &man)?;
    }
    let mut hand = String::new();
    for letters in ["RBGSNLP", "rbgsnlp"] {
        for letter in letters.chars() {
            match u.int_in_range(0..=5)? {
                0 => hand.push(letter),
                1 if !"RBrb".contains(letter) => hand.extend(["2".to_owned(), letter.to_string()]),
                _ => {}
            }
        }
    }
    let hand = if hand.is_empty() { "-" } else { &hand };
    let turn = if u.ratio(1, 2)? { 'b' } else { 'w' };
    let repetition = if u.ratio(1, 4)? { "\nrepetition=fourfold" } else { "" };
    Ok(format!("{} {turn} {hand}{repetition}", ranks(&rows)))
}

/// Small boards of Go with many stones, with each of the rules on ko and suicide.
pub(crate) fn go(u: &mut Unstructured<'_>) -> Result<String> {
    let of = *u.choose(&["..xo", ".....xo", ".xxo", ".xoo"])?;
    let (height, width) = (u.int_in_range(1..=5)?, u.int_in_range(1..=5)?);
    let rows = cells(u, height, width, of)?;
    let ko = u.choose(&["simple", "positional", "situational"])?;
    let suicide = u.choose(&["yes", "no"])?;
    let komi = u.choose(&["0", "0.5", "7.5"])?;
    let turn = u.choose(&['x', 'o'])?;
    Ok(format!("{}ko={ko} suicide={suicide} komi={komi}\n{turn} to move", lines(&rows)))
}

/// Othello in the middle and near its end, on boards of three sizes.
pub(crate) fn othello(u: &mut Unstructured<'_>) -> Result<String> {
    let side = *u.choose(&[4, 6, 8])?;
    let of = *u.choose(&["xo.", "xxoo.", "xxxooo."])?;
    let rows = cells(u, side, side, of)?;
    Ok(format!("{}{} to move", lines(&rows), u.choose(&['x', 'o'])?))
}

/// Draughts with few pieces on a board of this side, in which long captures and kings are common.
fn draughts(u: &mut Unstructured<'_>, side: usize, is_dark_only: bool) -> Result<String> {
    let of = *u.choose(&["....wbWB", "...wwbbW", "...wwbbB", ".....wbb", ".....wwb"])?;
    let mut rows = cells(u, side, side, of)?;
    for (r, row) in rows.iter_mut().enumerate() {
        for (c, cell) in row.iter_mut().enumerate() {
            let is_square = !is_dark_only || (r + c) % 2 == (side + 1) % 2;
            let is_crowned = *cell == 'w' && r == 0 || *cell == 'b' && r == side - 1;
            if !is_square || is_crowned {
                *cell = '.';
            }
        }
    }
    Ok(format!("{}{} to move", lines(&rows), u.choose(&["white", "black"])?))
}

/// Draughts on 32 squares.
pub(crate) fn small_draughts(u: &mut Unstructured<'_>) -> Result<String> {
    draughts(u, 8, true)
}

/// International draughts.
pub(crate) fn international_draughts(u: &mut Unstructured<'_>) -> Result<String> {
    draughts(u, 10, true)
}

/// Turkish draughts.
pub(crate) fn turkish_draughts(u: &mut Unstructured<'_>) -> Result<String> {
    draughts(u, 8, false)
}
