//! Bit tricks that are independent of any rule set.
//!
//! A machine word is a set of the numbers 0 to 63. Each function is documented as an operation on
//! that set, and its tests compare it with the naive definition.

/// The lowest bit of every byte.
const BYTES_LOW: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const BYTES_HIGH: u64 = 0x8080_8080_8080_8080;

/// The set of the `count` smallest numbers, `count` at most 64.
#[inline]
pub(crate) const fn lowest(count: u32) -> u64 {
    // A shift by 64 overflows, so the full set is shifted from the other end, by less than 64.
    if count == 0 { 0 } else { u64::MAX >> (u64::BITS - count) }
}

/// The set of the numbers smaller than `number`, which is below 64.
#[inline]
pub(crate) const fn smaller(number: u32) -> u64 {
    (1 << number) - 1
}

/// The elements of a set, smallest first.
#[inline]
pub(crate) fn elements(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let element = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        element
    })
}

/// In each byte the number of elements in that byte and all lower bytes of the set.
///
/// The highest byte is the size of the set. On a machine without a population count instruction
/// this costs the same as a population count, and [`select_by_prefix`] uses the result.
#[inline]
pub(crate) const fn byte_prefix_counts(set: u64) -> u64 {
    let pairs = set - ((set >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    bytes.wrapping_mul(BYTES_LOW)
}

const PAIRS: u64 = 0x5555_5555_5555_5555;
const NIBBLES: u64 = 0x3333_3333_3333_3333;
const HALF_BYTES: u64 = 0x0F0F_0F0F_0F0F_0F0F;

/// In each group of four bits the number of elements in it.
#[inline]
const fn nibble_counts(set: u64) -> u64 {
    let pairs = set - ((set >> 1) & PAIRS);
    (pairs & NIBBLES) + ((pairs >> 2) & NIBBLES)
}

/// In each byte the sum of its two halves.
#[inline]
const fn bytes_of(nibbles: u64) -> u64 {
    (nibbles & HALF_BYTES) + ((nibbles >> 4) & HALF_BYTES)
}

/// Sum of the sizes of two sets.
///
/// On a machine without a population count instruction this is much cheaper than two population
/// counts.
#[inline]
pub(crate) const fn count_two([a, b]: [u64; 2]) -> u32 {
    (bytes_of(nibble_counts(a) + nibble_counts(b)).wrapping_mul(BYTES_LOW) >> 56) as u32
}

/// Sum of the sizes of four sets, at most 255. Cheap like [`count_two`]: the sets are added up bit
/// by bit first.
#[inline]
pub(crate) const fn count_four([a, b, c, d]: [u64; 4]) -> u32 {
    // Per bit position: the ones of the sum, and the twos carried from either addition.
    let of_two = a ^ b;
    let of_three = of_two ^ c;
    let ones = bytes_of(nibble_counts(of_three ^ d));
    let twos = nibble_counts((a & b) | (of_two & c)) + nibble_counts(of_three & d);
    ((ones + 2 * bytes_of(twos)).wrapping_mul(BYTES_LOW) >> 56) as u32
}

/// The element of a set that has exactly `rank` smaller ones; `rank` below the size of the set.
/// `prefix` are the [`byte_prefix_counts`] of the set.
///
/// Branchless: the rank is usually random, so a branch on it would be mispredicted.
#[inline]
pub(crate) const fn select_by_prefix(set: u64, prefix: u64, rank: u32) -> u32 {
    debug_assert!((rank as u64) < prefix >> 56, "the set has no such element");
    // In every byte: 128 + rank − count, whose highest bit stays if and only if count ≤ rank. The
    // number of such bytes is the index of the byte with the element.
    let counts_at_most = (((rank as u64 * BYTES_LOW) | BYTES_HIGH) - prefix) & BYTES_HIGH;
    let byte = 8 * ((counts_at_most >> 7).wrapping_mul(BYTES_LOW) >> 56);
    let rank_in_byte = rank as u64 - (((prefix << 8) >> byte) & 0xFF);
    let element = ELEMENTS_OF_BYTE[(set >> byte & 0xFF) as usize][rank_in_byte as usize];
    byte as u32 + element as u32
}

/// The elements of every set of the numbers 0 to 7, smallest first, then zeros.
///
/// 2 KiB that stay in the cache during a search. Finding the bit by arithmetic made a complete
/// random game of SameGame 3 % slower (measured).
static ELEMENTS_OF_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut element, mut rank) = (0, 0);
        while element < 8 {
            if set >> element & 1 == 1 {
                table[set][rank] = element;
                rank += 1;
            }
            element += 1;
        }
        set += 1;
    }
    table
};

/// The xor of both halves of the product with `factor`: every bit of the result depends on nearly
/// every bit of `word`. Zero stays zero.
#[inline]
pub(crate) const fn fold(word: u64, factor: u64) -> u64 {
    let product = word as u128 * factor as u128;
    product as u64 ^ (product >> 64) as u64
}
