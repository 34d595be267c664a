//! Instruction sets, and the choice between them at run time.

use std::fmt;

use multiversion::multiversion;

/// Instruction sets that the code of a batch is compiled for.
///
/// A level that the CPU lacks runs the portable code, with the same results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// The base instructions of the target; on x86-64 SSE2, with 8 boards in a register.
    Portable,
    /// AVX2 and BMI, with 16 boards in a register.
    Avx2,
    /// AVX-512 as of Ice Lake and Zen 4, with 32 boards in a register. Older CPUs reduce their
    /// clock for it.
    Avx512,
}

impl Level {
    /// All levels, the slowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The fastest level that this CPU has.
    #[must_use]
    pub fn best() -> Self {
        let available = Self::ALL.into_iter().rev().find(|level| level.is_available());
        available.unwrap_or(Self::Portable)
    }

    /// True if this CPU has the instructions of the level.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vbmi2")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        })
    }
}

/// Code that is compiled for every level: a closure whose body is always inlined.
pub(super) trait Kernel {
    type Output;

    /// Must be `#[inline(always)]`, like everything hot that it calls: only code inlined into the
    /// functions below gets their instructions.
    fn run(self) -> Self::Output;
}

/// Runs the kernel with the instructions of `level`.
#[inline]
pub(super) fn on_level<K: Kernel>(level: Level, kernel: K) -> K::Output {
    match level {
        Level::Portable => kernel.run(),
        Level::Avx2 => with_avx2(kernel),
        Level::Avx512 => with_avx512(kernel),
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn with_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
