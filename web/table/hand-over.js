// The dialogs in which a seat of a running game changes hands: it is left, or given to a bot or another person.

import { acting } from "../acting.js";
import { post } from "../api.js";
import { openDialog } from "../dialog.js";
import { h, render } from "../dom.js";
import { t } from "../language.js";
import { nameAt, seatText } from "../names.js";
import { levelField, levelIn, seatBot, USUAL } from "./bots.js";
import { holderText, replacedBy } from "./hands.js";
import { invitePlayer } from "./invite-player.js";
import { question } from "./proposal.js";
import { vacancyOf } from "./vacancy.js";
import { inviteField } from "./waiting.js";

/** @param {() => void} leave */
export function leaveDialog(leave) {
  return question("leave", t("leave_table"), t("leave_table_about"), { yes: leave });
}

/** The reason why a seat can be given to another, as a title. @param {Table} table @param {number} seat */
function titleOf(table, seat) {
  const { view } = table;
  if (!view) return "";
  if (view.seats[seat]?.open) return t("seat_is_open", { seat: seatText(seat) });
  const replaced = replacedBy(view, seat);
  return replaced ? `${nameAt(view.seats, seat)} ${t("bot_for", { name: holderText(replaced) })}` : t("turn_over", { name: nameAt(view.seats, seat) });
}

/** @param {Table} table @param {number} seat @param {string | null} token of the reader's seat */
export function handOverDialog(table, seat, token) {
  const { view } = table;
  const vacancy = vacancyOf(table, seat);
  if (!view || !vacancy) return undefined;
  const status = h("div", { role: "status" });
  const sending = (/** @type {() => Promise<unknown>} */ request) => acting(status, request, { loads: true });
  const level = levelField({ label: t("hand_over_level"), level: USUAL, key: "hand-over-level" });
  const bot = vacancy === "bot" ? null : h("div", { class: "stack" },
    level,
    h("div", { class: "row" }, h("button", {
      type: "button", class: "main", "data-key": "hand-over-bot",
      onclick: sending(async () => {
        await seatBot(table.id, seat, levelIn(level), token);
        dialog.close();
      }),
    }, t("hand_over_bot"))));
  const link = h("div", {});
  const invite = sending(async () => {
    const { invitations } = await post(`/v1/games/${table.id}/invitations`, { token, body: { for_seats: [seat] } });
    render(link, invitations.map(({ code }) => inviteField(view, { invitation: code }, t("invite_for", { n: seat + 1 }))));
  });
  const dialog = openDialog(titleOf(table, seat), h("div", { class: "stack hand-over" },
    h("p", {}, t(`vacancy_${vacancy}`, { name: nameAt(view.seats, seat) })),
    bot,
    h("div", { class: "stack" },
      h("div", { class: "row" }, h("button", { type: "button", class: vacancy === "bot" ? "main" : "", "data-key": "hand-over-link", onclick: invite }, t("hand_over_link"))),
      link,
      invitePlayer(() => table, seat)),
    status));
  return dialog;
}
