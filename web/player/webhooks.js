// Webhooks of the own player: addresses to which the service sends events while the
// page is closed. Only where the operator allows it.

import { acting } from "../acting.js";
import { get, patch, post, remove } from "../api.js";
import { copyText } from "../copy.js";
import { openDialog } from "../dialog.js";
import { h, render } from "../dom.js";
import { t, time } from "../language.js";
import { problemNote } from "../notes.js";
import { getState } from "../store.js";

/** @typedef {import("../language.js").Key} Key */
/** @typedef {import("../store.js").Player} Player */
/** @typedef {Schemas["WebhookInfo"]} Hook */

const EVENTS = /** @type {const} */ (["turn", "game_begun", "game_over", "invitation", "rematch", "results", "daily"]);
/** The most webhooks of a player. */
const MOST = 5;

/** @param {Player} player @param {AbortSignal} signal */
export function webhooksSection(player, signal) {
  const place = h("div");
  const path = "/v1/webhooks";
  const load = async () => {
    try {
      const { features } = await get("/v1", { signal });
      if (!features.webhooks) return;
      const { items: all } = await get(path, { token: player.token, signal });
      // This browser has a switch of its own.
      const items = all.filter(({ id }) => id !== getState().push?.id);
      const deliveries = await Promise.all(items.map(({ id }) => get(`${path}/${id}/deliveries?limit=1`, { token: player.token, signal })));
      render(place, h("section", { class: "panel stack player-hooks" },
        h("h2", {}, t("hooks")),
        h("p", { class: "soft" }, t("hooks_about")),
        items.length > 0 ? h("ul", { class: "stack hooks" }, items.map((hook, index) => entry(hook, deliveries[index]?.items[0] ?? null))) : null,
        all.length < MOST ? h("details", {}, h("summary", {}, t("hooks_add")), addForm()) : null));
    } catch (error) {
      if (!signal.aborted) render(place, problemNote(error, load));
    }
  };

  /** @param {Hook} hook @param {Schemas["DeliveryInfo"] | null} delivery the last one */
  const entry = (hook, delivery) => {
    const own = /** @type {const} */ (`${path}/${hook.id}`);
    const note = h("div", { role: "status" });
    /** @param {() => Promise<unknown>} change */
    const act = (change) => acting(note, () => change().then(load));
    const options = { token: player.token };
    const tryIt = acting(note, async () => {
      const tried = await post(`${own}/test`, { ...options, body: {} });
      render(note, tried.status === "delivered" ? t("hooks_test_received") : failure(tried));
    });
    const name = { "aria-describedby": `hook-${hook.id}` };
    return h("li", { class: "stack hook", "data-hook": hook.id },
      h("code", { id: `hook-${hook.id}` }, hook.form === "web_push" ? new URL(hook.url).host : hook.url),
      h("p", { class: "soft" }, hook.events.map((event) => t(/** @type {Key} */ (`hooks_${event}`))).join(", "), " · ", t(`hooks_${hook.form}`), hook.game_id ? ` · ${t("hooks_one_game")}` : null),
      h("p", {}, h("b", {}, t(`hooks_${hook.status}`)),
        hook.failing_since ? ` ${t("hooks_failing_since", { time: time(hook.failing_since) })}` : null,
        delivery && delivery.error ? ` ${failure(delivery)}` : null),
      note,
      h("div", { class: "row" },
        h("button", { type: "button", onclick: tryIt, ...name }, t("hooks_test")),
        hook.status === "active" ? null
          : h("button", { type: "button", ...name, onclick: act(() => patch(own, { ...options, body: { active: true } })) }, t("hooks_switch_on")),
        h("button", { type: "button", class: "danger", ...name, onclick: act(() => remove(own, options)) }, t("hooks_delete"))));
  };

  const addForm = () => {
    const url = h("input", { name: "url", type: "url", required: true, maxlength: 2048, placeholder: "https://", autocomplete: "off", spellcheck: "false" });
    const boxes = EVENTS.map((event) => h("input", { type: "checkbox", name: event, checked: event !== "daily" }));
    const form = h("select", { name: "form" },
      h("option", { value: "standard" }, t("hooks_standard")), h("option", { value: "discord" }, t("hooks_discord")));
    const kind = h("select", { name: "mention_kind" },
      /** @type {const} */ (["none", "user", "role"]).map((value) => h("option", { value }, t(`hooks_mention_${value}`))));
    const id = h("input", { name: "mention", pattern: "[0-9]{17,20}", inputmode: "numeric", autocomplete: "off", disabled: true });
    const mentions = h("div", { class: "stack", hidden: true },
      h("label", {}, t("hooks_mention_kind"), kind), h("label", {}, t("hooks_mention"), id));
    const show = () => {
      mentions.hidden = form.value !== "discord";
      id.disabled = mentions.hidden || kind.value === "none";
      id.required = !id.disabled;
    };
    form.addEventListener("change", show);
    kind.addEventListener("change", show);
    const note = h("div");
    const add = acting(note, async () => {
      const events = EVENTS.filter((_, index) => boxes[index]?.checked);
      const made = await post(path, { token: player.token, body: { url: url.value.trim(), events, form: form.value, ...(id.disabled ? {} : { mention: { [kind.value]: id.value } }) } });
      await load();
      // The service shows it this once.
      if (made.secret) openDialog(t("hooks_secret"), h("p", {}, t("hooks_secret_about")), copyText(made.secret));
    });
    return h("form", { class: "stack", onsubmit: add },
      h("label", {}, t("hooks_url"), url),
      h("fieldset", {}, h("legend", {}, t("hooks_events")),
        EVENTS.map((event, index) => h("label", { class: "check" }, boxes[index], h("span", {}, t(`hooks_${event}`))))),
      h("label", {}, t("hooks_form"), form),
      mentions,
      note,
      h("div", {}, h("button", { type: "submit", class: "main" }, t("hooks_add_go"))));
  };

  load();
  return place;
}

/** @param {Schemas["DeliveryInfo"]} delivery */
function failure({ error, response_status: status }) {
  return t("hooks_failure", { why: status === null || status === undefined ? t(/** @type {Key} */ (`hooks_error_${error}`)) : `HTTP ${status}` });
}
