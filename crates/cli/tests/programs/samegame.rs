//! A solution of `SameGame`, written from the clauses SG-1 to SG-19. The first argument is a list
//! of slips: bugs to activate.

use std::io::{Read, Write};
use std::process::{Command, exit};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

type Columns = Vec<Vec<u32>>;

fn main() {
    let slips = std::env::args().nth(1).unwrap_or_default();
    let has = |name: &str| slips.split(',').any(|slip| slip == name);
    let mut text = String::new();
    if !has("reads-nothing") {
        std::io::stdin().read_to_string(&mut text).unwrap();
    }
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<usize>().unwrap());
    let mut next = move || numbers.next().unwrap_or(0);
    let mut out = std::io::stdout().lock();
    let (mut was_won, mut was_ever_won) = (false, false);
    for grid in 1.. {
        let (rows, columns) = (next(), next());
        if rows == 0 || columns == 0 {
            break;
        }
        let mut board: Columns = vec![Vec::new(); columns];
        for _ in 0..rows {
            board.iter_mut().for_each(|column| column.push(next() as u32));
        }
        if has("zero-is-empty") {
            board.iter_mut().for_each(|column| column.retain(|&colour| colour != 0));
            board.retain(|column| !column.is_empty());
        }
        slips.split(',').for_each(|slip| misbehave(slip, rows, columns, grid));
        let is_over = has("keeps-the-win") && was_won || has("stays-won") && was_ever_won;
        loop {
            let (row, column) = (next(), next());
            if row == 0 && column == 0 || has("stops-at-a-zero") && (row == 0 || column == 0) {
                break;
            }
            if !is_over && row > 0 && column > 0 && column <= board.len() {
                select(&mut board, row - 1, column - 1, has("closes-one-column"));
            }
            if has("stops-reading-after-a-win") && board.is_empty() {
                break;
            }
        }
        was_won = board.is_empty();
        was_ever_won |= was_won;
        if grid > 1 {
            writeln!(out).unwrap();
        }
        writeln!(out, "Grid {grid}.").unwrap();
        if board.is_empty() {
            writeln!(out, "    Game Won").unwrap();
            continue;
        }
        for row in (0..rows).rev() {
            let cell = |column: usize| match board.get(column).and_then(|cells| cells.get(row)) {
                Some(colour) => colour.to_string(),
                None => " ".into(),
            };
            let line: Vec<String> = (0..columns).map(cell).collect();
            let line = format!("    {}", line.join(" "));
            let is_empty = line.trim().is_empty();
            if !(is_empty && has("drops-empty-rows")) {
                let line = if has("trailing-blanks") { &line } else { line.trim_end() };
                writeln!(out, "{line}").unwrap();
            }
        }
        if has("closes-its-output-early") {
            exit(0);
        }
    }
    if has("exit-code-3") {
        exit(3);
    }
}

fn select(board: &mut Columns, row: usize, column: usize, closes_one: bool) {
    let Some(&colour) = board[column].get(row) else { return };
    let mut region = vec![(column, row)];
    let mut next = 0;
    while let Some(&(column, row)) = region.get(next) {
        next += 1;
        let beside = [(column + 1, row), (column.wrapping_sub(1), row)];
        for cell in beside.into_iter().chain([(column, row + 1), (column, row.wrapping_sub(1))]) {
            let is_same = board.get(cell.0).and_then(|cells| cells.get(cell.1)) == Some(&colour);
            if is_same && !region.contains(&cell) {
                region.push(cell);
            }
        }
    }
    if region.len() < 2 {
        return;
    }
    // From the top down, so that the rows of the remaining cells stay valid.
    region.sort_by_key(|&(_, row)| std::cmp::Reverse(row));
    for (column, row) in region {
        board[column].remove(row);
    }
    if closes_one {
        if let Some(empty) = board.iter().position(Vec::is_empty) {
            board.remove(empty);
        }
    } else {
        board.retain(|column| !column.is_empty());
    }
}

/// Slips that have nothing to do with the rules.
fn misbehave(slip: &str, rows: usize, columns: usize, grid: usize) {
    match slip {
        "crashes-on-10x40" if (rows, columns) == (10, 40) => panic!("no room for that many cells"),
        "aborts-on-the-third-grid" if grid == 3 => std::process::abort(),
        "never-ends" => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        "never-ends-on-four-rows" if rows == 4 => loop {
            std::hint::spin_loop();
        },
        "never-ends-on-one-cell" if rows * columns == 1 => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        "is-slow" => std::thread::sleep(Duration::from_millis(30)),
        "prints-without-end" => loop {
            print!("Grid 1.\n    Game Won\n");
        },
        "leaves-a-child" => {
            drop(Command::new("sleep").arg(std::env::args().nth(2).unwrap()).spawn().unwrap());
        }
        "fails-by-chance" => {
            let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
            // Fails only once: a file at the given path remembers it.
            let note = std::env::args().nth(2).unwrap();
            if grid == 2 && !std::path::Path::new(&note).exists() {
                std::fs::write(note, format!("{time:?}")).unwrap();
                panic!("as it happens");
            }
        }
        _ => {}
    }
}
