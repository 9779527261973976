//! The rules as data, for front ends.

use regicide_engine::engine::{
    Card, Choice, GameKind, Message, MoveForm, MoveJson, OptionFacts, OptionValues, Rank, Ruleset, Seat,
    Suit, SuitColor, TableFacts,
};
use regicide_engine::i18n::Language;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

use super::Games;
use crate::service::error::Error;

/// The rules of games, as data.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rules {
    /// The requested rules, or those of new games of every kind.
    pub items: Vec<GameRules>,
    /// Always `null`: all are on this page.
    pub next: Option<String>,
}

/// The rules of one game, as data. A `name` is for programs; a `title` is for people,
/// in the requested language.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameRules {
    /// The kind of game.
    pub kind: GameKind,
    /// Its name for people.
    pub title: String,
    /// A short description.
    pub description: String,
    /// The version of its rules.
    #[schema(minimum = 1, examples(1))]
    pub rules: u8,
    /// The suits in canonical order.
    pub suits: Vec<SuitRules>,
    /// The ranks, from ace to king.
    pub ranks: Vec<RankRules>,
    /// Every card in canonical order.
    pub deck: Vec<CardRules>,
    /// The facts that depend on the number of players.
    pub tables: Vec<TableFacts>,
    /// The phases, with the moves that they accept.
    pub phases: Vec<PhaseRules>,
    /// The forms of moves.
    pub move_rules: Vec<MoveRules>,
    /// Variants that can be chosen together.
    pub variant_rules: Vec<VariantRules>,
    /// Options, each with its possible values.
    pub option_rules: Vec<OptionRules>,
    /// The scores, with their values.
    pub scoring: Vec<ScoreRules>,
    /// The rules, clause by clause.
    pub clauses: Vec<ClauseText>,
}

/// A suit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SuitRules {
    /// The suit.
    pub suit: Suit,
    /// Its name.
    #[schema(examples("Hearts"))]
    pub title: String,
    /// The effect of its cards in this game.
    pub description: String,
    /// Its sign.
    #[schema(examples("♥"))]
    pub glyph: char,
    /// Its colour.
    pub color: SuitColor,
}

/// A rank.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RankRules {
    /// The rank, as cards begin with it.
    #[schema(pattern = "^[A2-9TJQK]$", examples("Q"))]
    pub rank: char,
    /// Its name.
    #[schema(examples("Queen"))]
    pub title: String,
}

/// A card.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardRules {
    /// The card.
    pub card: Card,
    /// Its name.
    #[schema(examples("Seven of Hearts"))]
    pub title: String,
    /// Its rank, none for a jester or joker.
    #[schema(pattern = "^[A2-9TJQK]$", examples("7"))]
    pub rank: Option<char>,
    /// Its suit, none for a jester or joker.
    pub suit: Option<Suit>,
    /// Its picture.
    #[schema(examples("🂷"))]
    pub glyph: char,
    /// Its value in play and in covering damage, where the game counts it.
    pub value: Option<u8>,
    /// Its attack as an enemy, where it is one.
    pub attack: Option<u8>,
    /// Its health as an enemy, where it is one.
    pub health: Option<u8>,
}

/// A phase.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PhaseRules {
    /// Its name in views.
    pub name: &'static str,
    /// Its name for people.
    pub title: String,
    /// Its description.
    pub description: String,
    /// The types of the moves that it accepts, besides `concede`.
    pub move_types: Vec<&'static str>,
}

/// The form of a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveRules {
    /// Its `type`.
    pub name: &'static str,
    /// Its name for people.
    pub title: String,
    /// Its effect.
    pub description: String,
    /// The text form, with words in capitals for its variable parts.
    #[schema(examples("play CARD…"))]
    pub text: &'static str,
    /// The JSON form: a JSON Schema (draft 2020-12) without external references, for
    /// any validator of such schemas.
    #[schema(value_type = HashMap<String, Value>)]
    pub schema: Value,
    /// The clause that describes it.
    pub rule: &'static str,
}

/// A variant.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantRules {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: String,
    /// Its effect on the rules.
    pub description: String,
    /// The numbers of players for which it can be chosen.
    pub player_counts: Vec<u8>,
    /// The clause that describes it.
    pub rule: &'static str,
}

/// An option.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OptionRules {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: String,
    /// Its effect on the rules.
    pub description: String,
    /// Its possible values, and its default.
    pub values: OptionValues,
    /// The numbers of players for which it can be chosen.
    pub player_counts: Vec<u8>,
    /// The clause that describes it.
    pub rule: &'static str,
}

/// A score.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScoreRules {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: String,
    /// The condition for it.
    pub description: String,
    /// Its value, where it is a number of points.
    pub value: Option<u8>,
    /// The clause that describes it.
    pub rule: &'static str,
}

/// A clause of the rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClauseText {
    /// Its id, as problems cite it.
    #[schema(examples("R4.2"))]
    pub rule: String,
    /// Its text.
    pub text: String,
}

impl Rules {
    #[must_use]
    pub fn of(rulesets: impl IntoIterator<Item = Ruleset>, language: Language) -> Self {
        let forms = plain(&MoveJson::schema());
        let describe = |ruleset| GameRules::new(ruleset, &forms, language);
        Self { items: rulesets.into_iter().map(describe).collect(), next: None }
    }
}

impl Games {
    /// The rules with this name, such as `regicide/1`; without a name those of new
    /// games of every kind.
    pub fn rules(&self, name: Option<&str>, language: Language) -> Result<Rules, Error> {
        let rulesets = match name {
            Some(name) => vec![name.parse()?],
            None => GameKind::ALL.iter().copied().map(self.core.settings.ruleset).collect(),
        };
        Ok(Rules::of(rulesets, language))
    }
}

impl ClauseText {
    /// The clause with this id, in `language`, if any supported rules have it.
    #[must_use]
    pub fn find(id: &str, language: Language) -> Option<Self> {
        let mut known = Ruleset::all().flat_map(|ruleset| ruleset.rulebook().clauses);
        known.find(|rule| rule == id).map(|rule| Self::new(rule, language))
    }

    fn new(rule: String, language: Language) -> Self {
        let text = language.text(&Message::new(format!("clause-{}", rule.replace('.', "-"))));
        Self { rule, text }
    }
}

impl GameRules {
    fn new(ruleset: Ruleset, forms: &Value, language: Language) -> Self {
        let (game, book) = (ruleset.game(), ruleset.rulebook());
        let said = |kind: &str, name: &str| {
            let message = Message::new(format!("{kind}-{game}-{name}"));
            (language.text(&message), language.description(&message))
        };
        let own = Message::new(format!("game-{game}"));
        let suits = Suit::ALL.into_iter().map(|suit| {
            let power = Message::new(format!("power-{game}-{suit}"));
            SuitRules {
                suit,
                title: language.text(&suit.message()),
                description: language.text(&power),
                glyph: suit.glyph(),
                color: suit.color(),
            }
        });
        let ranks = book
            .ranks
            .into_iter()
            .map(|(rank, name)| RankRules { rank: rank.letter(), title: language.text(&name) });
        let cards = book.cards.into_iter().map(|facts| CardRules {
            card: facts.card,
            title: language.text(&facts.name),
            rank: facts.card.rank().map(Rank::letter),
            suit: facts.card.suit(),
            glyph: facts.card.glyph(),
            value: facts.value,
            attack: facts.attack,
            health: facts.health,
        });
        let phases = book.phases.into_iter().map(|phase| {
            let (title, description) = said("phase", phase.name);
            PhaseRules { name: phase.name, title, description, move_types: phase.moves.to_vec() }
        });
        let moves = book.moves.into_iter().map(|form| {
            let (title, description) = said("move", form.name);
            let schema = schema(&form, forms);
            MoveRules { name: form.name, title, description, text: form.text, schema, rule: form.rule }
        });
        let variants = book.variants.into_iter().map(|variant| {
            let (title, description) = said("variant", variant.name);
            let Choice { name, players, rule } = variant;
            VariantRules { name, title, description, player_counts: players, rule }
        });
        let options = book.options.into_iter().map(|option| {
            let (title, description) = said("option", option.name);
            let OptionFacts { name, values, players, rule } = option;
            OptionRules { name, title, description, values, player_counts: players, rule }
        });
        let scoring = book.scoring.into_iter().map(|score| {
            let (title, description) = said("score", score.name);
            ScoreRules { name: score.name, title, description, value: score.points, rule: score.rule }
        });
        let clauses = book.clauses.into_iter().map(|rule| ClauseText::new(rule, language));
        Self {
            kind: game,
            title: language.text(&own),
            description: language.description(&own),
            rules: ruleset.version(),
            suits: suits.collect(),
            ranks: ranks.collect(),
            deck: cards.collect(),
            tables: book.tables,
            phases: phases.collect(),
            move_rules: moves.collect(),
            variant_rules: variants.collect(),
            option_rules: options.collect(),
            scoring: scoring.collect(),
            clauses: clauses.collect(),
        }
    }
}

/// The schema of a move's JSON form: that of the API, narrowed to the moves of the
/// game.
fn schema(form: &MoveForm, forms: &Value) -> Value {
    let mut forms = forms["oneOf"].as_array().into_iter().flatten();
    let own = forms.find(|schema| schema["properties"]["type"]["enum"][0] == form.name);
    let mut schema = own.cloned().unwrap_or_default();
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["additionalProperties"] = false.into();
    stand_alone(&mut schema);
    if form.most_cards > 0 {
        schema["properties"]["cards"]["maxItems"] = form.most_cards.into();
        schema["properties"]["cards"]["uniqueItems"] = true.into();
    }
    schema
}

/// Replaces references to the document of the API by their targets.
fn stand_alone(value: &mut Value) {
    if let Some(target) = value.get("$ref").and_then(Value::as_str) {
        *value = match target.rsplit('/').next() {
            Some("Card") => plain(&Card::schema()),
            Some("Suit") => plain(&Suit::schema()),
            Some("Seat") => plain(&Seat::schema()),
            Some(_) | None => Value::Bool(true),
        };
    }
    match value {
        Value::Object(fields) => fields.values_mut().for_each(stand_alone),
        Value::Array(items) => items.iter_mut().for_each(stand_alone),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn plain(schema: &impl Serialize) -> Value {
    serde_json::to_value(schema).expect("schemas are plain data")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_schema_of_its_own_that_needs_nothing_else() {
        for game in Rules::of(Ruleset::all(), Language::default()).items {
            for form in game.move_rules {
                assert_eq!(form.schema["properties"]["type"]["enum"], json!([form.name]));
                assert_eq!(form.schema["additionalProperties"], false, "{}", form.name);
                assert!(!form.schema.to_string().contains("$ref"), "{}", form.schema);
                assert_eq!(form.schema["properties"].get("cards").is_some(), form.text.contains("CARD"));
            }
        }
    }
}
