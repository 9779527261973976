//! Figures of many games, with their statistical uncertainty.

use serde::Serialize;

/// The quantile of the normal distribution for 95 %.
const QUANTILE: f64 = 1.96;

/// A share in per cent, with its confidence interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Share {
    pub(super) percent: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Share {
    /// The share `part` of `all`, with Wilson's interval.
    pub(super) fn of(part: u32, all: u32) -> Self {
        let (part, all) = (f64::from(part), f64::from(all.max(1)));
        let share = part / all;
        let squared = QUANTILE * QUANTILE / all;
        let middle = (share + squared / 2.0) / (1.0 + squared);
        let half = (share * (1.0 - share) * squared + squared * squared / 4.0).sqrt() / (1.0 + squared);
        let percent = |share: f64| (1000.0 * share).round() / 10.0;
        Self { percent: percent(share), low: percent(middle - half), high: percent(middle + half) }
    }
}

/// A mean, with half the width of its confidence interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Mean {
    pub(super) mean: f64,
    /// Half the width of the interval.
    pub(super) margin: f64,
}

impl Mean {
    /// The mean of `count` numbers, from their sum and the sum of their squares.
    pub(super) fn of(count: u32, sum: u32, squares: u32) -> Self {
        let (count, sum, squares) = (f64::from(count.max(1)), f64::from(sum), f64::from(squares));
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0) * count / (count - 1.0).max(1.0);
        let hundredths = |number: f64| (100.0 * number).round() / 100.0;
        Self { mean: hundredths(mean), margin: hundredths(QUANTILE * (variance / count).sqrt()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_wilsons() {
        assert_eq!(Share::of(7, 10), Share { percent: 70.0, low: 39.7, high: 89.2 });
        assert_eq!(Share::of(0, 10), Share { percent: 0.0, low: 0.0, high: 27.8 });
    }

    #[test]
    fn a_mean_tells_how_far_it_may_be_off() {
        assert_eq!(Mean::of(4, 40, 402), Mean { mean: 10.0, margin: 0.8 });
        assert_eq!(Mean::of(1, 7, 49), Mean { mean: 7.0, margin: 0.0 });
    }
}
