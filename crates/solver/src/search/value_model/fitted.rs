//! Fitted probabilities of values, from components of groups 2 and 3.

/// Slack classes, and the limits between them in hundredths: cells per 100 cells that the numbers
/// would paint.
const SLACK_CLASSES: usize = 8;
pub(super) const SLACK_LIMITS: [usize; SLACK_CLASSES - 1] = [55, 70, 85, 105, 130, 170, 230];

/// Values that the table distinguishes.
pub(super) const FITTED_VALUES: usize = 6;

/// Probability of each value in hundredths, by count of numbers (from two on), slack class and
/// value. Fitted to five million answers on 840 positions, each of which counts at most forty times
/// in one place.
#[rustfmt::skip]
pub(super) const FITTED: [[[u8; FITTED_VALUES]; SLACK_CLASSES]; 7] = [
    [
        [1, 99, 1, 0, 0, 0], [1, 100, 1, 0, 0, 0],
        [1, 100, 1, 0, 0, 0], [1, 100, 1, 0, 0, 0],
        [1, 74, 26, 0, 0, 0], [3, 44, 53, 0, 0, 0],
        [15, 29, 57, 0, 0, 0], [43, 14, 44, 0, 0, 0],
    ],
    [
        [1, 98, 2, 1, 0, 0], [1, 57, 43, 1, 0, 0],
        [1, 31, 69, 1, 0, 0], [1, 14, 86, 1, 0, 0],
        [4, 8, 86, 2, 0, 0], [11, 4, 69, 16, 0, 0],
        [24, 5, 41, 30, 0, 0], [24, 15, 14, 47, 0, 0],
    ],
    [
        [1, 57, 43, 1, 1, 0], [1, 17, 83, 1, 1, 0],
        [1, 4, 91, 4, 1, 0], [4, 1, 68, 27, 1, 0],
        [6, 1, 45, 48, 1, 0], [9, 1, 24, 55, 10, 0],
        [13, 6, 12, 52, 17, 0], [16, 12, 15, 35, 22, 0],
    ],
    [
        [1, 28, 72, 1, 1, 1], [2, 3, 92, 3, 1, 1],
        [3, 1, 55, 42, 1, 1], [3, 1, 30, 63, 4, 1],
        [5, 2, 19, 60, 14, 1], [12, 5, 11, 45, 26, 2],
        [16, 9, 13, 35, 26, 2], [21, 11, 10, 21, 12, 24],
    ],
    [
        [2, 7, 87, 3, 1, 1], [5, 1, 51, 44, 1, 1],
        [4, 1, 21, 69, 6, 1], [3, 2, 11, 51, 34, 1],
        [11, 5, 5, 32, 37, 10], [11, 6, 11, 22, 26, 23],
        [19, 9, 16, 10, 6, 39], [42, 9, 15, 10, 11, 14],
    ],
    [
        [7, 3, 65, 25, 1, 1], [6, 1, 16, 76, 2, 1],
        [3, 1, 4, 61, 32, 1], [6, 5, 8, 34, 37, 10],
        [16, 9, 9, 21, 39, 6], [15, 10, 30, 4, 17, 25],
        [30, 6, 21, 1, 3, 39], [23, 1, 21, 8, 17, 29],
    ],
    [
        [5, 2, 50, 43, 1, 1], [4, 1, 7, 67, 22, 1],
        [10, 1, 10, 42, 37, 1], [14, 10, 11, 22, 30, 13],
        [17, 7, 18, 6, 21, 31], [11, 15, 37, 2, 10, 25],
        [14, 3, 6, 1, 5, 72], [4, 1, 10, 9, 29, 48],
    ],
];
