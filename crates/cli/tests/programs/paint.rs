//! A player of paint: reads `game.in`, grows a set of cells from each number until one is a valid
//! move, and writes it to `game.out`.
//!
//! The first argument is a slip: a bug to activate.

use std::collections::HashSet;
use std::fs;

#[derive(Clone, Copy, PartialEq)]
enum Square {
    Empty,
    Painted,
    Number(usize),
}

/// A player with a slip, and its board.
struct Player<'a> {
    side: usize,
    squares: Vec<Square>,
    slip: &'a str,
}

impl<'a> Player<'a> {
    fn read(text: &str, slip: &'a str) -> Self {
        let mut tokens = text.split_whitespace();
        let side = tokens.next().unwrap().parse().unwrap();
        let squares = tokens.map(|token| match token {
            "#" => Square::Empty,
            "B" => Square::Painted,
            number => Square::Number(number.parse().unwrap()),
        });
        let squares: Vec<_> = squares.collect();
        assert_eq!(squares.len(), side * side);
        Self { side, squares, slip }
    }

    fn neighbours(&self, cell: usize, corners: bool) -> Vec<usize> {
        let side = self.side as isize;
        let (row, column) = (cell as isize / side, cell as isize % side);
        let mut steps = vec![(-1, 0), (0, -1), (0, 1), (1, 0)];
        if corners {
            // Before the others, so that the slip has an effect.
            steps.splice(0..0, [(-1, -1), (-1, 1), (1, -1), (1, 1)]);
        }
        let places = steps.into_iter().map(|(down, right)| (row + down, column + right));
        let places =
            places.filter(|(row, column)| (0..side).contains(row) && (0..side).contains(column));
        places.map(|(row, column)| (row * side + column) as usize).collect()
    }

    fn touches_paint(&self, cell: usize) -> bool {
        let mut around = self.neighbours(cell, false).into_iter();
        around.any(|cell| self.squares[cell] == Square::Painted)
    }

    fn is_free(&self, cell: usize) -> bool {
        self.slip == "touches-paint" || !self.touches_paint(cell)
    }

    /// The first valid move.
    fn choose(&self) -> Option<Vec<usize>> {
        let numbers = self.squares.iter().enumerate().filter_map(|(cell, square)| {
            let Square::Number(number) = *square else { return None };
            Some((cell, number))
        });
        numbers.into_iter().find_map(|(cell, number)| match number {
            0 if self.slip != "takes-a-zero" => None,
            _ if !self.is_free(cell) => None,
            0 => Some(vec![cell]),
            number if self.slip == "one-too-few" && number > 1 => self.reach(cell, number - 1),
            number => self.reach(cell, number),
        })
    }

    /// `count` connected cells that may be painted, by breadth-first search; `None` if fewer exist.
    fn reach(&self, start: usize, count: usize) -> Option<Vec<usize>> {
        let (mut cells, mut seen) = (vec![start], HashSet::from([start]));
        let mut at = 0;
        while at < cells.len() && cells.len() < count {
            for next in self.neighbours(cells[at], self.slip == "corners-connect") {
                let is_empty = self.squares[next] == Square::Empty;
                if is_empty && self.is_free(next) && seen.insert(next) && cells.len() < count {
                    cells.push(next);
                }
            }
            at += 1;
        }
        (cells.len() == count).then_some(cells)
    }
}

fn main() {
    let slip = std::env::args().nth(1).unwrap_or_default();
    let player = Player::read(&fs::read_to_string("game.in").unwrap(), &slip);
    let (cells, side) = (player.choose().unwrap_or_default(), player.side);
    let cells = if slip == "answers-0" { Vec::new() } else { cells };
    let pairs = cells.iter().map(|cell| format!("{} {}\n", cell / side, cell % side));
    let answer = format!("{}\n{}", cells.len(), pairs.collect::<String>());
    fs::write("game.out", answer).unwrap();
}
