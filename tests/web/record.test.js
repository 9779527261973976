// A player's own record.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { withResult } from "../../web/player/record.js";

test("a result is added to a player's counts", () => {
  const bars = (ones) => Array.from({ length: 13 }, (_, enemies) => ({ enemies_defeated: enemies, results: ones.filter((one) => one === enemies).length }));
  const before = { kind: "regicide", players: 1, finished: 1, won: 0, by_enemies_defeated: bars([4]) };
  const lost = withResult(before, { enemies_defeated: 4, moves_to_win: null, medal: null });
  assert.deepEqual(lost, { ...before, finished: 2, by_enemies_defeated: bars([4, 4]) });
  const won = withResult(lost, { enemies_defeated: 12, moves_to_win: 40, medal: "gold" });
  assert.deepEqual(won, { ...lost, finished: 3, won: 1, medals: { gold: 1, silver: 0, bronze: 0 }, by_enemies_defeated: bars([4, 4, 12]) });
  assert.deepEqual(before.by_enemies_defeated, bars([4]), "the profile stays");
});
