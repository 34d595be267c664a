//! A program that counts the nodes of `SameGame` by brute force, from the clauses SG-1 to SG-12.
//!
//! The first argument names a slip, the last one is the depth; the case is on standard input.

use std::io::Read;
use std::time::Duration;

type Columns = Vec<Vec<u32>>;
/// The cells of a group, each as column and row from 0.
type Group = Vec<(usize, usize)>;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let slip = arguments[1].as_str();
    let depth: u32 = arguments.last().unwrap().parse().unwrap();
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|token| token.parse::<usize>().unwrap());
    let mut next = || numbers.next().unwrap_or(0);
    let (rows, columns) = (next(), next());
    let mut board: Columns = vec![Vec::new(); columns];
    for _ in 0..rows {
        board.iter_mut().for_each(|column| column.push(next() as u32));
    }
    loop {
        let (row, column) = (next(), next());
        if row == 0 && column == 0 {
            break;
        }
        let group = (row > 0 && column > 0).then(|| group_at(&board, (column - 1, row - 1)));
        if let Some(group) = group.filter(|group| group.len() > 1) {
            board = play(&board, &group, slip);
        }
    }
    match slip {
        "crashes" => std::process::abort(),
        "fails" => {
            eprintln!("no room for the table");
            std::process::exit(3);
        }
        "never-ends" => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        "prints-no-count" => println!("thinking of it"),
        _ => {}
    }
    let mut total = u64::from(depth == 0);
    for group in groups(&board, slip).iter().filter(|_| depth > 0) {
        let mut count = count(&play(&board, group, slip), depth - 1, slip);
        count += u64::from(slip == "one-more-at-depth-3" && depth == 3);
        let (column, row) = group[0];
        println!("select {} {}: {count}", row + 1, column + 1);
        total += count;
    }
    println!("\nNodes searched: {}", total + u64::from(slip == "wrong-sum"));
}

fn count(board: &Columns, depth: u32, slip: &str) -> u64 {
    if depth == 0 {
        return 1;
    }
    groups(board, slip).iter().map(|group| count(&play(board, group, slip), depth - 1, slip)).sum()
}

/// The groups of at least two cells.
fn groups(board: &Columns, slip: &str) -> Vec<Group> {
    let least = if slip == "needs-three-cells" { 3 } else { 2 };
    let mut groups: Vec<Group> = Vec::new();
    for column in 0..board.len() {
        for row in 0..board[column].len() {
            let is_new = !groups.iter().any(|group| group.contains(&(column, row)));
            let group = group_at(board, (column, row));
            if is_new && group.len() >= least {
                groups.push(group);
            }
        }
    }
    groups
}

/// The group of a cell; empty if there is no block.
fn group_at(board: &Columns, start: (usize, usize)) -> Group {
    let colour = |(column, row): (usize, usize)| board.get(column)?.get(row);
    let mut group: Group = colour(start).map(|_| start).into_iter().collect();
    let mut next = 0;
    while let Some(&(column, row)) = group.get(next) {
        next += 1;
        let (left, below) = (column.wrapping_sub(1), row.wrapping_sub(1));
        for cell in [(column + 1, row), (left, row), (column, row + 1), (column, below)] {
            if colour(cell) == colour(start) && !group.contains(&cell) {
                group.push(cell);
            }
        }
    }
    group
}

fn play(board: &Columns, group: &Group, slip: &str) -> Columns {
    let left = board.iter().enumerate().map(|(column, cells)| {
        let cells = cells.iter().enumerate();
        cells.filter(|(row, _)| !group.contains(&(column, *row))).map(|(_, cell)| *cell).collect()
    });
    left.filter(|cells: &Vec<u32>| slip == "keeps-empty-columns" || !cells.is_empty()).collect()
}
