// The news: of a move's sentences the one that matters most. The others are in the log.

/** Effects, what matters most first. @type {Schemas["Effect"]["type"][]} */
const ORDER = [
  "defeated", "won", "lost", "game_won", "game_shared", "conceded", "side_conceded", "taken_back", "hand_scored", "trick_won",
  "trump_changed", "ranks_reversed", "trump_set", "attacked", "flipped", "named", "immunity_cancelled", "healed", "drawn",
  "shielded", "damaged", "yielded", "card_taken", "turned_down", "card_played", "played",
];

/**
 * Each effect has its sentence in the narration, at the same place.
 * @param {Pick<Schemas["LogLine"], "effects" | "narration">} line
 */
export function headline({ effects, narration }) {
  const first = ORDER.map((type) => effects.findIndex((effect) => effect.type === type)).find((index) => index >= 0);
  return narration[first ?? 0] ?? narration[0] ?? "";
}
