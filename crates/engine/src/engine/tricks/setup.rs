//! The set-up of a game.

use std::fmt;

use super::rules::RulesVersion;
use super::side::{Side, Teams};
use crate::engine::moves::Seat;
use crate::engine::options::{Options, SetupError};

/// How many hands a log has room for after those that bring a side to the
/// target, where the best sides are level (T10).
const LEVEL_HANDS: u32 = 10;

/// A checked set-up of the trick-taking game. `Display` writes the part of
/// the header line between the rules and the commitment (T13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    rules: RulesVersion,
    players: u8,
    first: Seat,
    jokers: u8,
    partners: bool,
    target: u8,
}

impl Setup {
    /// The fewest and the most players (T2).
    pub const PLAYERS: std::ops::RangeInclusive<u8> = 2..=4;
    /// The lowest and the highest target (T10).
    pub const TARGET: std::ops::RangeInclusive<u8> = 10..=100;
    /// The target if none is chosen (T10).
    pub const DEFAULT_TARGET: u8 = 50;
    /// The numbers of jokers to choose from (T1).
    pub const JOKERS: [u8; 2] = [0, 2];
    /// The number of jokers if none is chosen (T1).
    pub const DEFAULT_JOKERS: u8 = 2;

    /// Checks a set-up (T1, T2, T4, T10, and R10.4 for options that only the
    /// co-operative game has).
    pub fn new(rules: RulesVersion, players: u8, options: &Options) -> Result<Self, SetupError> {
        let refuse = |field, reason, clause| Err(SetupError { field, reason, clause });
        if !Self::PLAYERS.contains(&players) {
            return refuse("players", "setup-two-to-four-players", "T2");
        }
        let first = options.first.unwrap_or_default();
        if first.index() >= usize::from(players) {
            return refuse("first", "setup-first-dealer-not-here", "T4");
        }
        let jokers = options.jokers.unwrap_or(Self::DEFAULT_JOKERS);
        if !Self::JOKERS.contains(&jokers) {
            return refuse("jokers", "setup-two-jokers-or-none", "T1");
        }
        let partners = options.partners.unwrap_or_default();
        if partners && players != 4 {
            return refuse("partners", "setup-partners-for-four", "T2");
        }
        let target = match options.target.map_or(Ok(Self::DEFAULT_TARGET), u8::try_from) {
            Ok(target) if Self::TARGET.contains(&target) => target,
            Ok(_) | Err(_) => return refuse("target", "setup-target-range", "T10"),
        };
        let setup = Self { rules, players, first, jokers, partners, target };
        options.refuse_others(&setup.options())?;
        Ok(setup)
    }

    /// The set-up as options, none of this game's left out.
    pub fn options(&self) -> Options {
        Options {
            first: Some(self.first),
            jokers: Some(self.jokers),
            partners: Some(self.partners),
            target: Some(self.target.into()),
            ..Options::default()
        }
    }

    /// The version of the rules.
    pub const fn rules(&self) -> RulesVersion {
        self.rules
    }

    /// The number of players, 2 to 4.
    pub const fn players(&self) -> u8 {
        self.players
    }

    /// The first dealer (T4).
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The number of jokers, 0 or 2 (T1).
    pub const fn jokers(&self) -> u8 {
        self.jokers
    }

    /// Returns true if the players are partners (T2).
    pub const fn partners(&self) -> bool {
        self.partners
    }

    /// The points that end the game (T10).
    pub const fn target(&self) -> u8 {
        self.target
    }

    /// The most moves that a game's log holds (docs/spec/record.md S6.5): those
    /// of the most hands that can be played before a side has the target, of one
    /// more, which ends the game, of ten where the best sides are level, and a
    /// concession.
    pub const fn max_moves(&self) -> u32 {
        // A hand gives at least so many points in all: with three sides, those
        // of the only side with four tricks (T9).
        let least = match self.sides() {
            2 => 5,
            3 => 4,
            _ => 3,
        };
        let (sides, target, players) = (self.sides() as u32, self.target as u32, self.players as u32);
        let hands = sides * (target - 1) / least + 1 + LEVEL_HANDS;
        // All pass but the last, who takes a joker, names a suit and buries;
        // nine cards each; after each trick but the last a change (T8).
        let moves = (players + 2) + 9 * players + 8;
        hands * moves + 1
    }

    /// The number of sides, 2 to 4 (T2).
    pub const fn sides(&self) -> u8 {
        if self.partners { 2 } else { self.players }
    }

    /// The side that a seat plays for (T2).
    pub fn side(&self, seat: Seat) -> Side {
        self.teams().side(seat)
    }

    /// How the seats form sides (T2).
    pub const fn teams(&self) -> Teams {
        if self.partners { Teams::Partners } else { Teams::Single }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { players, first, jokers, target, .. } = self;
        let partners = if self.partners { "yes" } else { "no" };
        write!(f, "players={players} first={first} jokers={jokers} partners={partners} target={target}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::{SoloYield, Variant};

    fn refused(players: u8, options: &Options) -> (&'static str, &'static str) {
        let error = Setup::new(RulesVersion::CURRENT, players, options).unwrap_err();
        (error.field, error.clause)
    }

    fn options() -> Options {
        Options::default()
    }

    #[test]
    fn t1_there_are_two_jokers_or_none() {
        assert_eq!(Setup::new(RulesVersion::CURRENT, 2, &options()).unwrap().jokers(), 2);
        assert_eq!(
            Setup::new(RulesVersion::CURRENT, 2, &Options { jokers: Some(0), ..options() }).unwrap().jokers(),
            0
        );
        for jokers in [1, 3, 255] {
            assert_eq!(refused(2, &Options { jokers: Some(jokers), ..options() }), ("jokers", "T1"));
        }
    }

    #[test]
    fn t2_two_to_four_play() {
        for players in [0, 1, 5] {
            assert_eq!(refused(players, &options()), ("players", "T2"));
        }
        for players in 2..=4 {
            let setup = Setup::new(RulesVersion::CURRENT, players, &options()).unwrap();
            assert_eq!(setup.sides(), players);
            assert!(Seat::all(players).all(|seat| setup.side(seat).index() == seat.index()));
        }
    }

    #[test]
    fn t2_partners_are_four_and_sit_across() {
        let partners = Options { partners: Some(true), ..options() };
        for players in 2..=3 {
            assert_eq!(refused(players, &partners), ("partners", "T2"));
        }
        let setup = Setup::new(RulesVersion::CURRENT, 4, &partners).unwrap();
        assert_eq!(setup.sides(), 2);
        let sides: Vec<_> = Seat::all(4).map(|seat| setup.side(seat).index()).collect();
        assert_eq!(sides, [0, 1, 0, 1]);
    }

    #[test]
    fn t4_the_first_dealer_sits_at_the_table() {
        let first = |number| Options { first: Seat::try_from(number).ok(), ..options() };
        assert_eq!(refused(2, &first(2)), ("first", "T4"));
        assert_eq!(Setup::new(RulesVersion::CURRENT, 3, &first(2)).unwrap().first().index(), 2);
    }

    #[test]
    fn t10_the_target_is_10_to_100() {
        for target in [0, 9, 101, 300] {
            assert_eq!(refused(2, &Options { target: Some(target), ..options() }), ("target", "T10"));
        }
        for target in [10, 100] {
            assert!(
                Setup::new(RulesVersion::CURRENT, 2, &Options { target: Some(target), ..options() }).is_ok()
            );
        }
        assert_eq!(Setup::new(RulesVersion::CURRENT, 2, &options()).unwrap().target(), 50);
    }

    #[test]
    fn s6_a_log_has_room_for_the_most_hands_that_the_rules_allow() {
        let most = |players, target, partners| {
            let options = Options { target: Some(target), partners: Some(partners), ..options() };
            Setup::new(RulesVersion::CURRENT, players, &options).unwrap().max_moves()
        };
        assert_eq!([2, 3, 4].map(|players| most(players, 50, false)), [901, 1881, 3801]);
        assert_eq!([2, 3, 4].map(|players| most(players, 100, false)), [1501, 3401, 7151]);
        assert_eq!([10, 50, 100].map(|target| most(4, target, true)), [701, 1501, 2501]);
    }

    #[test]
    fn r10_4_the_other_games_options_are_refused() {
        let once = Options { solo_yield: Some(SoloYield::Never), ..options() };
        assert_eq!(refused(2, &once), ("solo_yield", "R10.4"));
        let variants = Options { variants: Some(vec![Variant::NoCombos]), ..options() };
        assert_eq!(refused(2, &variants), ("variants", "R10.4"));
    }

    #[test]
    fn t13_the_header_names_every_option() {
        let partners = Options { partners: Some(true), jokers: Some(0), target: Some(30), ..options() };
        let setup = Setup::new(RulesVersion::CURRENT, 4, &partners).unwrap();
        let header = "players=4 first=0 jokers=0 partners=yes target=30";
        assert_eq!(setup.to_string(), header);
        assert_eq!(Setup::new(RulesVersion::CURRENT, 4, &setup.options()), Ok(setup));
    }
}
