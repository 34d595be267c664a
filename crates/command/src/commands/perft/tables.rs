//! The tables of perft: nodes by depth and by first move, and the work of the sides.

use twinboard_harness::perft::{Branch, CountBranch, DepthCounts, Work};

use crate::output::result::{Cell, Column, Table};

/// Nodes by depth, with the distinct positions.
pub(super) fn depths(rows: &[DepthCounts]) -> Table {
    let row = |it: &DepthCounts| [vec![Cell::from(u64::from(it.depth))], figures(it)].concat();
    let columns = [vec![Column::count("depth", "depth")], figure_columns()].concat();
    Table { columns, rows: rows.iter().map(row).collect(), ..Table::new("depths") }
}

/// Nodes by depth alone.
pub(super) fn counts(nodes: &[u128]) -> Table {
    let row = |(depth, &nodes): (u64, &u128)| vec![Cell::from(depth), Cell::Wide(nodes)];
    let columns = vec![Column::count("depth", "depth"), Column::count("nodes", "nodes")];
    Table { columns, rows: (0..).zip(nodes).map(row).collect(), ..Table::new("depths") }
}

/// Nodes below each first move at a depth, with the distinct positions.
pub(super) fn branches(branches: &[Branch], depth: u32) -> Table {
    let row = |it: &Branch| [figures(&it.row), vec![Cell::from(&*it.title)]].concat();
    let columns = [figure_columns(), vec![Column::text("move", "move")]].concat();
    divide(columns, branches.iter().map(row).collect(), depth)
}

/// Nodes below each first move alone.
pub(super) fn branch_counts(branches: &[CountBranch], depth: u32) -> Table {
    let row = |it: &CountBranch| vec![Cell::Wide(it.nodes), Cell::from(&*it.title)];
    let columns = vec![Column::count("nodes", "nodes"), Column::text("move", "move")];
    divide(columns, branches.iter().map(row).collect(), depth)
}

fn divide(columns: Vec<Column>, rows: Vec<Vec<Cell>>, depth: u32) -> Table {
    let title = format!("below each first move, at depth {depth}");
    Table { title, columns, rows, ..Table::new("divide") }
}

/// Work of the sides that did some. `unit` is what they count.
pub(super) fn work(engine: &Work, oracle: &Work, unit: &str) -> Table {
    let row = |(side, work): (&str, &Work)| {
        let seconds = work.time.as_secs_f64();
        let rate = (work.moves as f64 / seconds.max(1e-6)) as u64;
        vec![Cell::from(side), Cell::from(work.moves), Cell::Seconds(seconds), Cell::from(rate)]
    };
    let sides = [("engine", engine), ("oracle", oracle)];
    let columns = vec![
        Column::text("side", "side"),
        Column::count("count", unit),
        Column::count("seconds", "seconds"),
        Column::count("per_second", format!("{unit}/s")),
    ];
    let rows = sides.into_iter().filter(|(_, work)| work.moves > 0).map(row).collect();
    Table { columns, rows, ..Table::new("work") }
}

/// Nodes, positions and digest.
fn figures(row: &DepthCounts) -> Vec<Cell> {
    let digest = Cell::from(format!("{:016x}", row.digest));
    vec![Cell::Wide(row.nodes), Cell::from(row.positions), digest]
}

fn figure_columns() -> Vec<Column> {
    vec![
        Column::count("nodes", "nodes"),
        Column::count("positions", "positions"),
        Column::text("digest", "digest"),
    ]
}
