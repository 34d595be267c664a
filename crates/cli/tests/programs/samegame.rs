//! A solution of `SameGame`, written from the clauses SG-1 to SG-19. The first argument is a list
//! of slips: bugs to activate. As `counts SLIP DEPTH` it counts the nodes below a case instead, by
//! brute force.

use std::io::{Read, Write};
use std::process::{Command, exit};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

type Columns = Vec<Vec<u32>>;
/// The cells of a region, each as column and row from 0.
type Region = Vec<(usize, usize)>;

fn argument(number: usize) -> String {
    std::env::args().nth(number).unwrap_or_default()
}

fn has(slips: &str, name: &str) -> bool {
    slips.split(',').any(|slip| slip == name)
}

fn main() {
    if argument(1) == "counts" {
        return count_nodes(&argument(2), std::env::args().last().unwrap().parse().unwrap());
    }
    let slips = argument(1);
    let has = |name: &str| has(&slips, name);
    let mut next = numbers(!has("reads-nothing"));
    let mut out = std::io::stdout().lock();
    let (mut was_won, mut was_ever_won) = (false, false);
    for grid in 1.. {
        let (rows, columns) = (next(), next());
        if rows == 0 || columns == 0 {
            break;
        }
        let mut board = grid_of(rows, columns, &mut next);
        if has("zero-is-empty") {
            board.iter_mut().for_each(|column| column.retain(|&colour| colour != 0));
            board.retain(|column| !column.is_empty());
        }
        slips.split(',').for_each(|slip| misbehave(slip, rows, columns, grid));
        let is_over = has("keeps-the-win") && was_won || has("stays-won") && was_ever_won;
        loop {
            let (row, column) = (next(), next());
            if row == 0 && column == 0 {
                break;
            }
            if !is_over {
                board = select(board, row, column, &slips);
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

/// The numbers of standard input one by one, then zeros.
fn numbers(is_read: bool) -> impl FnMut() -> usize {
    let mut text = String::new();
    if is_read {
        std::io::stdin().read_to_string(&mut text).unwrap();
    }
    let numbers = text.split_ascii_whitespace().map(|word| word.parse().unwrap());
    let mut numbers = numbers.collect::<Vec<usize>>().into_iter();
    move || numbers.next().unwrap_or(0)
}

fn grid_of(rows: usize, columns: usize, next: &mut impl FnMut() -> usize) -> Columns {
    let mut board: Columns = vec![Vec::new(); columns];
    for _ in 0..rows {
        board.iter_mut().for_each(|column| column.push(next() as u32));
    }
    board
}

/// The board after a selection, which is the same if there is nothing to remove.
fn select(board: Columns, row: usize, column: usize, slips: &str) -> Columns {
    if row == 0 || column == 0 {
        return board;
    }
    let region = region(&board, (column - 1, row - 1));
    if region.len() < 2 { board } else { without(&board, &region, slips) }
}

/// The region of a cell; empty if there is no block.
fn region(board: &Columns, start: (usize, usize)) -> Region {
    let colour = |(column, row): (usize, usize)| board.get(column)?.get(row);
    let mut region: Region = colour(start).map(|_| start).into_iter().collect();
    let mut next = 0;
    while let Some(&(column, row)) = region.get(next) {
        next += 1;
        let (left, below) = (column.wrapping_sub(1), row.wrapping_sub(1));
        for cell in [(column + 1, row), (left, row), (column, row + 1), (column, below)] {
            if colour(cell) == colour(start) && !region.contains(&cell) {
                region.push(cell);
            }
        }
    }
    region
}

fn without(board: &Columns, region: &Region, slips: &str) -> Columns {
    let left = board.iter().enumerate().map(|(column, cells)| {
        let cells = cells.iter().enumerate();
        cells.filter(|(row, _)| !region.contains(&(column, *row))).map(|(_, cell)| *cell).collect()
    });
    let mut left: Columns = left.collect();
    if has(slips, "closes-one-column") {
        let empty = left.iter().position(Vec::is_empty);
        empty.map(|empty| left.remove(empty));
    } else if !has(slips, "keeps-empty-columns") {
        left.retain(|cells| !cells.is_empty());
    }
    left
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
        "is-slow" => std::thread::sleep(Duration::from_millis(30)),
        "prints-without-end" => loop {
            print!("Grid 1.\n    Game Won\n");
        },
        "leaves-a-child" => drop(Command::new("sleep").arg(argument(2)).spawn().unwrap()),
        "fails-by-chance" => {
            let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
            // Fails only once: a file at the given path remembers it.
            let note = argument(2);
            if grid == 2 && !std::path::Path::new(&note).exists() {
                std::fs::write(note, format!("{time:?}")).unwrap();
                panic!("as it happens");
            }
        }
        "crashes" => std::process::abort(),
        "fails" => {
            eprintln!("no room for the table");
            exit(3);
        }
        "prints-no-count" => println!("thinking of it"),
        _ => {}
    }
}

fn count_nodes(slip: &str, depth: u32) {
    let mut next = numbers(true);
    let (rows, columns) = (next(), next());
    let mut board = grid_of(rows, columns, &mut next);
    loop {
        let (row, column) = (next(), next());
        if row == 0 && column == 0 {
            break;
        }
        board = select(board, row, column, slip);
    }
    misbehave(slip, rows, columns, 1);
    let mut total = u64::from(depth == 0);
    for region in regions(&board, slip).iter().filter(|_| depth > 0) {
        let mut count = count(&without(&board, region, slip), depth - 1, slip);
        count += u64::from(slip == "one-more-at-depth-3" && depth == 3);
        let (column, row) = region[0];
        println!("select {} {}: {count}", row + 1, column + 1);
        total += count;
    }
    println!("\nNodes searched: {}", total + u64::from(slip == "wrong-sum"));
}

fn count(board: &Columns, depth: u32, slip: &str) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |region: &Region| count(&without(board, region, slip), depth - 1, slip);
    regions(board, slip).iter().map(after).sum()
}

/// The regions of at least two cells.
fn regions(board: &Columns, slip: &str) -> Vec<Region> {
    let least = if slip == "needs-three-cells" { 3 } else { 2 };
    let mut regions: Vec<Region> = Vec::new();
    for column in 0..board.len() {
        for row in 0..board[column].len() {
            let is_new = !regions.iter().any(|region| region.contains(&(column, row)));
            let region = region(board, (column, row));
            if is_new && region.len() >= least {
                regions.push(region);
            }
        }
    }
    regions
}
