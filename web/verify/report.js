// The result of a check in words: the verdict, what it proves and what not, and each step with its values.

import { h, link } from "../dom.js";
import { t, time } from "../language.js";
import { clauseLink } from "../notes.js";
import { holdRecord } from "../replay/comments.js";
import { changesOf } from "../table/hands.js";
import { toBase64 } from "./bytes.js";
import { timeOf } from "./chain.js";
import { logStep, logValues, step, value } from "./step.js";

/** @typedef {import("./check.js").Checked} Checked */
/** @typedef {NonNullable<Checked["computed"]>} Computed */
/** @typedef {"authentic" | "consistent" | "contradicted" | "rewritten" | "late" | "broken"} Finding */

/** @param {Checked} checked */
export function report(checked) {
  const { computed } = checked;
  const finding = find(checked);
  const headline = t(`verdict_${finding}`);
  const good = finding === "authentic" || finding === "consistent";
  const shown = h("section", { class: "verify-report", "aria-label": headline },
    h("div", { class: `note ${good ? "good" : "problem"}` },
      h("h2", {}, headline),
      h("p", {}, t(`verdict_${finding}_about`)),
      h("p", {}, checked.verdict.coverage)),
    hands(checked.record),
    h("ol", { class: "verify-steps" }, computed ? [
      commitment(checked, computed), chain(checked, computed), rules(checked), signature(checked, computed),
      log("step_log", computed.log), computed.challenge ? log("step_challenge", computed.challenge) : null,
    ] : [rules(checked), step("open", "step_hashes", t("step_no_hash"))]),
    h("p", { class: "soft" }, t("verify_never")),
    checked.record.id ? h("p", {}, link(`/games/${checked.record.id}/replay`, { class: "button", onclick: () => holdRecord(checked.record) }, t("replay"))) : null);
  return { shown, headline };
}

/** The changes of hands that a record has; nothing without any. @param {Checked["record"]} record */
function hands({ former_players: former, names, player_ids: ids, players }) {
  if (!former || former.length === 0) return null;
  const level = (/** @type {string | null | undefined} */ id) => (id?.startsWith("bot-") ? /** @type {import("../table/bots.js").Level} */ (id.slice(4)) : null);
  const seats = Array.from({ length: players }, (_, seat) => ({
    seat, name: names?.[seat] ?? null, player_id: ids?.[seat] ?? null, bot_level: level(ids?.[seat]), open: false, invited_player_id: null, invited_until: null,
  }));
  const changes = changesOf({ seats, former_players: former.map((one) => ({ ...one, player_id: one.player_id ?? null, name: null, bot_level: level(one.player_id) })) });
  return h("ul", { class: "verify-hands" }, changes.map(({ text }) => h("li", {}, text)));
}

/** The combined result of the browser's and the service's checks. @param {Checked} checked @returns {Finding} */
export function find({ record, computed, verdict, expected }) {
  const agrees = !computed || (same(record.commitment, computed.commitment) && same(expected.commitment, computed.commitment)
    && same(record.chain, computed.links.at(-1)?.hash));
  const outcomes = [computed?.log.outcome, computed?.challenge?.outcome];
  const isAny = (/** @type {typeof outcomes} */ ...bad) => bad.some((one) => outcomes.includes(one));
  if (verdict.authenticity === "contradicted" || computed?.signature.outcome === "fails" || isAny("fails", "other_game")) return "contradicted";
  if (!verdict.consistent || !agrees) return "broken";
  if (isAny("rewritten", "shrunk")) return "rewritten";
  if (isAny("late", "uncommitted")) return "late";
  return isAny("holds") || verdict.authenticity === "authenticated" ? "authentic" : "consistent";
}

/** True if a given value equals the computed one. @param {string | null | undefined} given @param {string | undefined} value */
function same(given, value) {
  return !given || given === value;
}

/** @param {Checked} checked @param {Computed} computed */
function commitment({ record, expected }, computed) {
  const claims = [record.commitment, expected.commitment].filter(Boolean);
  const holds = claims.every((claim) => claim === computed.commitment);
  const text = claims.length === 0 ? "step_commitment_none" : holds ? "step_commitment_good" : "step_commitment_bad";
  return step(claims.length === 0 ? "open" : holds ? "good" : "bad", "step_commitment", t(text),
    value(t("value_seed"), record.seed),
    value(t("value_commitment"), computed.commitment),
    record.commitment ? value(t("value_claimed"), record.commitment) : null,
    expected.commitment ? value(t("value_noted"), expected.commitment) : null);
}

/** @param {Checked} checked @param {Computed} computed */
function chain({ record, expected, verdict }, computed) {
  const last = computed.links.at(-1)?.hash ?? "";
  const noted = verdict.checks.find((one) => one.name === "expected_chain");
  const holds = same(record.chain, last) && noted?.outcome !== "failed";
  const claimed = record.chain || expected.chain;
  const text = !holds ? "step_chain_bad" : claimed ? "step_chain_good" : "step_chain_none";
  return step(!holds ? "bad" : claimed ? "good" : "open", "step_chain", t(text, { n: record.moves.length }),
    h("details", {},
      h("summary", {}, t("step_chain_links", { n: computed.links.length })),
      h("ol", { class: "verify-links", start: "0", tabindex: "0", "aria-label": t("step_chain") }, computed.links.map((one) =>
        h("li", {}, h("code", {}, one.text), h("code", { class: "soft" }, one.hash))))),
    record.chain ? value(t("value_claimed"), record.chain) : null,
    expected.chain ? value(t("value_noted"), expected.chain) : null,
    value(t("value_computed"), last));
}

/** @param {Checked} checked */
function rules({ record, verdict }) {
  const bad = verdict.bad_move;
  if (bad) {
    const move = record.moves[bad.seq - 1]?.text ?? "";
    return step("bad", "step_rules", t("step_rules_bad", { n: bad.seq, move, reason: bad.reason }), clauseLink(bad.rule));
  }
  const failed = verdict.checks.filter((one) => one.outcome === "failed" && ["setup", "seed", "names", "moves", "result", "position"].includes(one.name));
  if (failed.length > 0) {
    return step("bad", "step_rules", t("step_rules_other"), h("ul", {}, failed.map((one) =>
      h("li", {}, h("code", {}, one.name), one.detail ? ` ${one.detail}` : ""))));
  }
  const closed = record.closed_at && time(timeOf(record.closed_at));
  return step("good", "step_rules", closed ? t("step_rules_closed", { time: closed }) : t("step_rules_good", { n: verdict.moves_valid }));
}

/** @param {Checked} checked @param {Computed} computed */
function signature({ record }, computed) {
  if (!record.signature) return step("open", "step_signature", t("step_signature_none"));
  const { outcome, key } = computed.signature;
  const mark = outcome === "holds" ? "good" : outcome === "fails" ? "bad" : "open";
  return step(mark, "step_signature", t(`step_signature_${outcome}`, { key: key ?? "" }),
    computed.line ? value(t("value_signed"), computed.line) : null,
    value(t("value_signature"), record.signature));
}

/** The game or the commitment of its challenge in the log. @param {Parameters<typeof logStep>[0]} name @param {import("./step.js").Found} found */
function log(name, found) {
  const { entry, checkpoint, kept, growth } = found;
  return logStep(name, found,
    growth ? h("p", {}, t(`log_${growth}`, logValues(found))) : null,
    growth ? h("p", { class: "soft" }, t("log_proves")) : null,
    entry ? value(t("value_entry"), entry) : null,
    checkpoint ? value(t("value_root"), toBase64(checkpoint.root)) : null,
    kept && growth !== "same" ? value(t("value_kept", logValues(found)), toBase64(kept.root)) : null);
}
