// The switch for notifications on this device.

import { Problem } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { problemNote } from "../notes.js";
import { canNotify, keepPushing, notifies, pushDaily, pushedEvents, pushes, switchNotifying } from "../notify.js";

export function notificationsPanel() {
  const place = h("section", { class: "panel stack player-notify" });
  const note = h("div", { role: "status" });
  /** Carries out a change, shows why it failed, and the state after it. @param {() => Promise<unknown>} change */
  const act = (change) => async () => {
    render(note);
    try {
      await change();
    } catch (error) {
      render(note, error instanceof Problem ? problemNote(error) : h("p", {}, t("notify_failed")));
    }
    await show();
  };
  const show = async () => {
    const events = pushes() ? await pushedEvents().catch(() => []) : null;
    const daily = h("input", { type: "checkbox", checked: events?.includes("daily"), "data-key": "notify-daily" });
    daily.addEventListener("change", act(() => pushDaily(daily.checked)));
    const on = notifies();
    render(place,
      h("h2", {}, t("notify_title")),
      h("p", { class: "soft" }, t("notify_about")),
      canNotify()
        ? [
          h("p", {}, h("b", {}, t(!on ? "notify_off" : pushes() ? "notify_always" : "notify_open"))),
          events ? h("label", { class: "check" }, daily, h("span", {}, t("notify_daily"))) : null,
          note,
          h("div", {}, h("button", { type: "button", class: on ? "" : "main", "data-key": "notify", onclick: act(() => switchNotifying(!on)) }, t(on ? "notify_stop" : "notify"))),
        ]
        : h("p", {}, t("notify_blocked")));
  };
  void act(keepPushing)();
  return place;
}
