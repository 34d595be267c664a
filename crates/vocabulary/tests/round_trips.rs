//! Set-ups and moves of the built-in rule sets survive a round trip through their text.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use twinboard_vocabulary::{ParseError, linkpop, paint, samegame};

fn reads_back<T>(text: &str)
where
    T: FromStr<Err: Into<ParseError> + Debug> + Display + PartialEq + Debug,
{
    let value: T = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
    assert_eq!(value.to_string(), text);
}

fn fails<T: FromStr<Err = ParseError> + Debug>(text: &str, expected: &str) {
    let error = text.parse::<T>().expect_err(text).to_string();
    assert!(error.contains(expected), "{text:?}: {error}");
}

#[test]
fn set_ups_read_back() {
    reads_back::<samegame::Grid>("2 3\n1 0 1\n9 9 2\n");
    reads_back::<linkpop::Setup>("1 2\nAD ..\n0 0\n");
    reads_back::<linkpop::Setup>("1 1\nZS\n0 0\nmargin outside\n");
    reads_back::<paint::Board>("2\n# 12\nB 0\n");
    fails::<samegame::Grid>(
        "2 3\n1 0 1\n9 x 2\n",
        "line 3, column 3: found `x`, expected a colour",
    );
    fails::<samegame::Grid>("1 1\n0\n1 1\n", "a set-up and nothing else");
    fails::<linkpop::Setup>("1 1\nAD\n0 0\nrobot\n", "a set-up and nothing else");
    fails::<paint::Board>("1\n7\n1\n0 0\n", "the board is complete");
    fails::<paint::Board>("", "N, the side of the board");
}

#[test]
fn moves_read_back() {
    reads_back::<samegame::Selection>("select 0 18446744073709551615");
    reads_back::<linkpop::Step>("robot");
    reads_back::<linkpop::Step>("pop 0 1 2 18446744073709551615");
    reads_back::<paint::Move>("no cells");
    reads_back::<paint::Move>("(0,1) (0,1) (18446744073709551615,3)");
    fails::<samegame::Selection>("select 0 0", "not both 0");
    fails::<samegame::Selection>("select 1", "`select`, a row and a column");
    fails::<samegame::Selection>("select 1 2 3", "line 1, column 12: found `3`, expected the end");
    fails::<linkpop::Step>("pop 1 2 3", "the column of a cell to pop");
    fails::<linkpop::Step>("jump", "found `jump`, expected a step");
    fails::<paint::Move>("(0,1) (2)", "cells such as");
    fails::<paint::Move>("", "cells such as");
}
