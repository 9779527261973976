//! What a front end would otherwise hard-code.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

use crate::engine::{
    Card, GameKind, Limits, Message, MoveForm, MoveJson, OptionFacts, OptionValue, Seat, Suit, TableFacts,
};
use crate::words::Language;

/// The rules of every game, as data.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rules {
    /// Every game that the service knows.
    pub games: Vec<GameRules>,
}

/// The rules of one game, as data. A `name` is what programs send and get; a
/// `title` is what people call it in the language asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameRules {
    /// The game.
    pub game: GameKind,
    /// What people call it.
    pub title: String,
    /// What kind of game it is.
    pub description: String,
    /// The version of its rules.
    #[schema(minimum = 1, examples(1))]
    pub rules: u8,
    /// The suits in canonical order.
    pub suits: Vec<SuitRules>,
    /// Every card in canonical order.
    pub cards: Vec<CardRules>,
    /// What depends on the number of players.
    pub tables: Vec<TableFacts>,
    /// The phases, and which moves they take.
    pub phases: Vec<PhaseRules>,
    /// The forms that moves have.
    pub moves: Vec<MoveRules>,
    /// Variants that can be chosen together.
    pub variants: Vec<VariantRules>,
    /// Options, each with the values that it can have.
    pub options: Vec<OptionRules>,
    /// What counts, and how much.
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
    /// What its cards do in this game.
    pub description: String,
}

/// A card.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardRules {
    /// The card.
    pub card: Card,
    /// Its name.
    #[schema(examples("Seven of Hearts"))]
    pub title: String,
    /// Its suit, none for a jester or joker.
    pub suit: Option<Suit>,
    /// What it is worth in play and in covering damage, where the game counts
    /// that.
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
    /// What people call it.
    pub title: String,
    /// What happens in it.
    pub description: String,
    /// The moves that it takes, besides `concede`.
    pub moves: Vec<&'static str>,
}

/// The form of a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveRules {
    /// Its `type`.
    pub name: &'static str,
    /// What people call it.
    pub title: String,
    /// What it does.
    pub description: String,
    /// The text form, with words in capitals for what varies.
    #[schema(examples("play CARD…"))]
    pub text: &'static str,
    /// The JSON form, as a JSON Schema (draft 2020-12) that needs nothing
    /// else.
    #[schema(value_type = Object)]
    pub schema: Value,
    /// The clause that describes it.
    pub rule: &'static str,
}

/// A variant.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantRules {
    /// Its name.
    pub name: &'static str,
    /// What people call it.
    pub title: String,
    /// What it changes.
    pub description: String,
    /// For how many players it can be chosen.
    pub players: Vec<u8>,
    /// The clause that describes it.
    pub rule: &'static str,
}

/// An option. Its values are those of `values`, or the numbers from `minimum`
/// to `maximum`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OptionRules {
    /// Its name.
    pub name: &'static str,
    /// What people call it.
    pub title: String,
    /// What it decides.
    pub description: String,
    /// The value that it has when nothing is said.
    pub default: OptionValue,
    /// The values that it can have.
    pub values: Option<Vec<OptionValue>>,
    /// The lowest value.
    pub minimum: Option<u8>,
    /// The highest value.
    pub maximum: Option<u8>,
    /// For how many players it can be chosen.
    pub players: Vec<u8>,
    /// The clause that describes it.
    pub rule: &'static str,
}

/// Something that counts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScoreRules {
    /// Its name.
    pub name: &'static str,
    /// What people call it.
    pub title: String,
    /// When it is reached.
    pub description: String,
    /// How much it counts, where it is a number of points.
    pub points: Option<u8>,
    /// The clause that describes it.
    pub rule: &'static str,
}

/// A clause of the rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClauseText {
    /// Its id, as problems cite it.
    #[schema(examples("R4.2"))]
    pub rule: String,
    /// What it says.
    pub text: String,
}

impl Rules {
    /// The rules of every game, said in `language`.
    #[must_use]
    pub fn all(language: Language) -> Self {
        let forms = plain(&MoveJson::schema());
        let of = |game| GameRules::new(game, &forms, language);
        Self { games: GameKind::ALL.into_iter().map(of).collect() }
    }
}

impl GameRules {
    fn new(game: GameKind, forms: &Value, language: Language) -> Self {
        let book = game.rulebook();
        let said = |kind: &str, name: &str| {
            let message = Message::new(format!("{kind}-{game}-{name}"));
            (language.say(&message), language.describe(&message))
        };
        let own = Message::new(format!("game-{game}"));
        let suits = Suit::ALL.into_iter().map(|suit| {
            let power = Message::new(format!("power-{game}-{suit}"));
            SuitRules { suit, title: language.say(&suit.message()), description: language.say(&power) }
        });
        let cards = book.cards.into_iter().map(|facts| CardRules {
            card: facts.card,
            title: language.say(&facts.name),
            suit: facts.card.suit(),
            value: facts.value,
            attack: facts.attack,
            health: facts.health,
        });
        let phases = book.phases.into_iter().map(|phase| {
            let (title, description) = said("phase", phase.name);
            PhaseRules { name: phase.name, title, description, moves: phase.moves }
        });
        let moves = book.moves.into_iter().map(|form| {
            let (title, description) = said("move", form.name);
            let schema = schema(&form, forms);
            MoveRules { name: form.name, title, description, text: form.text, schema, rule: form.rule }
        });
        let variants = book.variants.into_iter().map(|variant| {
            let (title, description) = said("variant", variant.name);
            VariantRules {
                name: variant.name,
                title,
                description,
                players: variant.players,
                rule: variant.rule,
            }
        });
        let options = book.options.into_iter().map(|option| {
            let (title, description) = said("option", option.name);
            let (values, minimum, maximum) = match option.limits {
                Limits::OneOf(values) => (Some(values), None, None),
                Limits::Between(minimum, maximum) => (None, Some(minimum), Some(maximum)),
            };
            let OptionFacts { name, default, players, rule, .. } = option;
            OptionRules { name, title, description, default, values, minimum, maximum, players, rule }
        });
        let scoring = book.scoring.into_iter().map(|score| {
            let (title, description) = said("score", score.name);
            ScoreRules { name: score.name, title, description, points: score.points, rule: score.rule }
        });
        let clauses = book.clauses.into_iter().map(|rule| {
            let text = language.say(&Message::new(format!("clause-{}", rule.replace('.', "-"))));
            ClauseText { rule, text }
        });
        Self {
            game,
            title: language.say(&own),
            description: language.describe(&own),
            rules: game.rules(),
            suits: suits.collect(),
            cards: cards.collect(),
            tables: book.tables,
            phases: phases.collect(),
            moves: moves.collect(),
            variants: variants.collect(),
            options: options.collect(),
            scoring: scoring.collect(),
            clauses: clauses.collect(),
        }
    }
}

/// The schema of a move's JSON form: that of the API, narrowed to what the
/// game takes.
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

/// Puts what the document of the API refers to in the place of the reference.
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
        for game in Rules::all(Language::default()).games {
            for form in game.moves {
                assert_eq!(form.schema["properties"]["type"]["enum"], json!([form.name]));
                assert_eq!(form.schema["additionalProperties"], false, "{}", form.name);
                assert!(!form.schema.to_string().contains("$ref"), "{}", form.schema);
                assert_eq!(form.schema["properties"].get("cards").is_some(), form.text.contains("CARD"));
            }
        }
    }
}
