//! `regicide play`: a game at the terminal.

use std::io;

use clap::Args;
use regicide_engine::bots::{Player, house_move};
use regicide_engine::engine::{
    Effect, Forecast, Game as _, History, Message, Move, PlayerName, Position, Seat, Seed, Setup, Viewer,
};
use regicide_engine::record::{Chain, Entry, RecordFile};
use regicide_system::entropy::{OsEntropy, secret_seed};

use super::deal::Deal;
use super::failures::Failure;
use super::layout::{HEIGHT, drawn, flow, wrapped};
use super::output::Output;
use super::records_out::RecordsOut;
use super::typed_lines::TypedLines;

/// Play a game at the terminal, alone or in turns
///
/// Legal moves are listed by number, with their worth; a number or a move's text makes a
/// move, `help` and `quit` are commands. On a terminal lines can be edited, and the arrow
/// keys bring earlier ones back. Ctrl-C and Ctrl-D quit. The game so far is stored only
/// with --out.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide play
  regicide play --players 4 --bots steady
  regicide play --bots novice,strong
  regicide play --kind regicide-tricks --players 2 --lang es
  regicide play --seed banana --out game.json && regicide verify game.json")]
pub struct Play {
    #[command(flatten)]
    deal: Deal,
    /// The number of players; by default the fewest that the game allows, or you and the
    /// bots
    #[arg(long, value_name = "N", help_heading = "Game")]
    players: Option<u8>,
    /// The seed of the deal; by default a random one
    #[arg(long, value_name = "SEED", help_heading = "Game")]
    seed: Option<Seed>,
    /// The bots on all seats but the first, separated by commas: `novice`, `steady`,
    /// `strong`, or the number of deals that one samples before each move. One can sit on
    /// all of these seats
    #[arg(long, value_name = "BOTS", value_delimiter = ',', help_heading = "Game")]
    bots: Vec<Player>,
    #[command(flatten)]
    out: RecordsOut,
}

struct Table<'a> {
    setup: Setup,
    seed: &'a Seed,
    /// The bots on all seats but the first, if there are any.
    bots: Vec<Player>,
    typed: TypedLines,
    history: History,
    chain: Chain,
    entries: Vec<Entry>,
    /// The listed moves, by number.
    listed: Vec<Move>,
}

impl Play {
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let setup = self.setup(out)?;
        let mut records = self.out.open(out)?;
        let seed = self.seed.clone().unwrap_or_else(|| secret_seed(&OsEntropy));
        let mut table = Table {
            setup,
            seed: &seed,
            bots: self.bots_of(setup),
            typed: TypedLines::open()?,
            history: History::deal(&setup, seed.key()),
            chain: Chain::start(&setup, seed.commitment()),
            entries: Vec::new(),
            listed: Vec::new(),
        };
        let begun = Message::new("play-begun").with("commitment", seed.commitment().to_string());
        out.line(setup)?;
        out.print(&begun)?;
        let played = table.play(out);
        // The game is kept even if it could not go on.
        if let Some(records) = &mut records {
            records.write(&table.record())?;
            if !self.out.is_printed() {
                out.print(&Message::new("play-written").with("file", records.file().display().to_string()))?;
            }
        }
        played
    }

    fn setup(&self, out: &Output) -> Result<Setup, Failure> {
        let bots = self.bots.len();
        let players = self.players.or_else(|| u8::try_from(bots + 1).ok().filter(|_| bots > 0));
        let setup = match players {
            Some(players) => self.deal.setup(players, out)?,
            None => self.deal.setups(out)?.remove(0),
        };
        let others = usize::from(setup.players()) - 1;
        if bots > 1 && bots != others {
            let message = Message::new("play-bots").with("bots", bots).with("seats", others);
            return Err(out.failure(&message));
        }
        Ok(setup)
    }

    /// The bots by seat, from the second one on.
    fn bots_of(&self, setup: Setup) -> Vec<Player> {
        self.bots.iter().copied().cycle().take(usize::from(setup.players()) - 1).collect()
    }
}

impl Table<'_> {
    fn play(&mut self, out: &mut Output) -> Result<(), Failure> {
        let mut shown = None;
        while let Some(seat) = self.position().to_act() {
            if let Some(bot) = self.bot_at(seat) {
                self.move_bot(seat, bot, out)?;
                continue;
            }
            if shown != Some(self.position().seq()) {
                self.show(seat, out)?;
                shown = Some(self.position().seq());
            }
            let question = out.text(&Message::new("play-prompt"));
            let Some(line) = self.typed.next(&question, out)? else { return Ok(()) };
            match line.as_str() {
                "" => {}
                "quit" => return Ok(()),
                "help" => print(wrapped(&out.text(&Message::new("play-help")), 0), out)?,
                text => self.try_move(seat, text, out)?,
            }
        }
        print(drawn(self.position().diagram(None), &[], out), out)?;
        Ok(out.print(&Message::new("play-over").with("seed", self.seed.as_str()))?)
    }

    const fn position(&self) -> &Position {
        self.history.position()
    }

    fn bot_at(&self, seat: Seat) -> Option<Player> {
        self.bots.get(seat.index().checked_sub(1)?).copied()
    }

    fn move_bot(&mut self, seat: Seat, bot: Player, out: &mut Output) -> Result<(), Failure> {
        let log = self.entries.iter().map(|entry| (entry.seat, entry.mv));
        // The game has no id; a deal is always played in one way.
        let choose = |knowledge: &_, seed| bot.choose(knowledge, seed);
        let chosen = house_move(&[0; 16], &self.setup, self.seed, log, seat, choose);
        let mv = chosen.map_err(|refusal| format!("{:?} ({})", refusal.reason, refusal.clause))?;
        Ok(self.make(seat, mv, out)?)
    }

    fn names(&self) -> Vec<PlayerName> {
        PlayerName::of_table(&self.seats().iter().map(Option::as_deref).collect::<Vec<_>>())
    }

    fn seats(&self) -> Vec<Option<String>> {
        Seat::all(self.setup.players()).map(|seat| self.bot_at(seat).map(Player::bot_name)).collect()
    }

    /// Prints the table and the legal moves, so that they and the prompt fit on a
    /// terminal.
    fn show(&mut self, seat: Seat, out: &mut Output) -> io::Result<()> {
        let position = *self.position();
        let diagram = position.diagram(Some(Viewer::Seat(seat)));
        let table = drawn(diagram, &[], out);
        self.listed = position.legal_moves();
        let forecast = |mv: &Move| position.forecast(mv);
        // The moves that cover the damage with the least waste come first.
        self.listed.sort_by_key(|mv| match forecast(mv) {
            Some(Forecast::Cover(cover)) => cover.excess,
            Some(Forecast::Attack(_) | Forecast::Yield(_) | Forecast::Flip(_) | Forecast::Trick(_))
            | None => 0,
        });
        let title = self.listed.first().map(|mv| title(forecast(mv).as_ref()));
        let cells: Vec<String> = (1..)
            .zip(&self.listed)
            .map(|(number, mv)| choice(number, mv, forecast(mv).as_ref(), out))
            .collect();
        // Beside the table: two blank lines, the title and the prompt.
        let room = HEIGHT.saturating_sub(table.len() + 4);
        let mut choices = flow(&cells);
        if choices.len() > room {
            while choices.len() >= room.max(2) {
                self.listed.pop();
                choices = flow(&cells[..self.listed.len()]);
            }
            let others = Message::new("play-others").with("count", cells.len() - self.listed.len());
            choices.push(out.text(&others));
        }
        out.line("")?;
        print(table, out)?;
        out.line("")?;
        title.map_or(Ok(()), |title| out.print(&title))?;
        print(choices, out)
    }

    /// Makes a move that was entered by its number or its text, or prints the reason for
    /// its refusal.
    fn try_move(&mut self, seat: Seat, text: &str, out: &mut Output) -> io::Result<()> {
        let mv = match text.parse::<usize>() {
            Ok(number) => number.checked_sub(1).and_then(|index| self.listed.get(index).copied()),
            Err(_) => match text.parse::<Move>() {
                Ok(mv) => Some(mv),
                Err(error) => return refuse(error.message(), "S3", out),
            },
        };
        let Some(mv) = mv else {
            return out.print(&Message::new("play-number").with("number", text));
        };
        self.make(seat, mv, out)
    }

    fn make(&mut self, seat: Seat, mv: Move, out: &mut Output) -> io::Result<()> {
        let mut effects = Vec::new();
        // People at one terminal agree on an undo; it is of the seat that made the move.
        let undone = self.history.undo_seat().filter(|_| mv == Move::Undo && self.bots.is_empty());
        let seat = undone.unwrap_or(seat);
        if let Err(refusal) = self.history.advance(seat, &mv, &mut effects) {
            return refuse(refusal.reason.message(), refusal.clause, out);
        }
        let entry = Entry { seq: self.position().seq(), seat, mv, at: None };
        self.chain = self.chain.then(&entry, self.seed);
        self.entries.push(entry);
        self.narrate(seat, &effects, out)
    }

    /// Prints the narration of a move. If it is another seat's turn now, only public
    /// information stays on the screen.
    fn narrate(&self, seat: Seat, effects: &[Effect], out: &mut Output) -> io::Result<()> {
        let next = self.position().to_act();
        let passes_on = self.bots.is_empty() && next.is_some_and(|next| next != seat);
        // A player with bots is alone before the terminal.
        let looks_on = if self.bots.is_empty() { seat } else { Seat::default() };
        let is_terminal = self.typed.is_terminal();
        if passes_on && is_terminal {
            // Clears the screen and the scrollback.
            out.prompt("\x1b[2J\x1b[3J\x1b[H")?;
        }
        out.line("")?;
        let names = self.names();
        for effect in effects {
            let seen = match (next, passes_on) {
                (None, _) => *effect,
                (Some(_), true) => effect.seen_by(Viewer::Spectator),
                (Some(_), false) => effect.seen_by(Viewer::Seat(looks_on)),
            };
            let sentence = out.text(&seen.message(&self.setup).naming(&names));
            print(wrapped(&format!("  {sentence}"), 4), out)?;
        }
        if let Some(next) = next.filter(|_| passes_on && is_terminal) {
            let turn = out.text(&Message::new("play-turn").with("seat", next.ordinal()));
            self.typed.next(&turn, out)?;
        }
        Ok(())
    }

    fn record(&self) -> RecordFile {
        RecordFile {
            names: (!self.bots.is_empty()).then(|| self.seats()),
            chain: Some(self.chain.hash()),
            ..RecordFile::ending(&self.setup, self.seed, self.entries.iter().copied(), self.position())
        }
    }
}

/// The title of the listed moves, by the first of them.
fn title(forecast: Option<&Forecast>) -> Message {
    match forecast {
        Some(Forecast::Attack(_)) => Message::new("play-attacks"),
        Some(Forecast::Cover(cover)) => {
            Message::new("play-covers").with("damage", cover.worth + cover.uncovered - cover.excess)
        }
        Some(Forecast::Yield(_) | Forecast::Flip(_) | Forecast::Trick(_)) | None => {
            Message::new("play-legal")
        }
    }
}

/// A legal move with its number and its worth, or with the seat that it names, counted
/// from one.
fn choice(number: usize, mv: &Move, forecast: Option<&Forecast>, out: &Output) -> String {
    if let Move::Next(seat) = mv {
        let seat = Message::new("table-seat").with("seat", seat.ordinal());
        return format!("{number:>2} {mv} = {}", out.text(&seat));
    }
    let worth = match forecast {
        Some(Forecast::Attack(attack)) => {
            format!(" = {}{}", attack.damage, if attack.defeats { "*" } else { "" })
        }
        Some(Forecast::Cover(cover)) => format!(" = {}", cover.worth),
        Some(Forecast::Yield(_) | Forecast::Flip(_) | Forecast::Trick(_)) | None => String::new(),
    };
    format!("{number:>2} {mv}{worth}")
}

fn print(lines: Vec<String>, out: &mut Output) -> io::Result<()> {
    lines.into_iter().try_for_each(|line| out.line(line))
}

fn refuse(reason: Message, clause: &'static str, out: &mut Output) -> io::Result<()> {
    out.print(&Message::new("play-refused").with("reason", reason).with("clause", clause))
}
