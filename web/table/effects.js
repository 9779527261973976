// The effects of the table: requests, the game's stream, dialogs, stored data. What comes of them is dispatched as events.

import { get, post, remove } from "../api.js";
import { seatHere } from "../device.js";
import { follow } from "../live.js";
import { t } from "../language.js";
import { announce } from "../notes.js";
import { notifyTurn, switchNotifying } from "../notify.js";
import { forkDeal } from "../replay/fork.js";
import { rulebook } from "../rulebook.js";
import { change, codeOf, getState, keepSeat, leaveSeat, noteLeft, seatsIn } from "../store.js";
import { seatBot, USUAL } from "./bots.js";
import { join, noteOwner, rematch } from "./create.js";
import { ending, noteBest } from "./end.js";
import { helpDialog } from "./explain.js";
import { endGuide } from "./guide.js";
import { handOverDialog, leaveDialog } from "./hand-over.js";
import { acceptOffer } from "./offer.js";
import { rest } from "./pace.js";
import { concedeDialog, proposalDialog } from "./proposal.js";
import { isOver, seatToken } from "./state.js";
import { vacancyOf, wayIn } from "./vacancy.js";
import { adviceText } from "./words.js";

/** @typedef {import("./reduce.js").Effect} Effect */
/** @typedef {import("./reduce.js").News} News */
/** @typedef {(event: News) => void} Dispatch */

/** A trick that was completed is shown for so many milliseconds. */
const TRICK = 1500;

/** @param {string} id of the game @param {() => Table} current @param {Dispatch} dispatch */
export function tableEffects(id, current, dispatch) {
  const path = `/games/${id}`;
  let stop = () => {};
  /** The question whether to concede or to leave, or to accept a proposal. @type {HTMLDialogElement | undefined} */
  let question;
  /** The dialog about a seat that can be given to another. @type {{ dialog: HTMLDialogElement | undefined, seat: number } | null} */
  let handing = null;
  /** @type {number | undefined} */
  let resting;

  /** The player's own token shows a game to who is invited, or sits there by another browser. */
  const token = () => seatToken(current()) ?? codeOf(id) ?? getState().player?.token ?? null;

  /**
   * Dispatches what comes of a request.
   * @template T
   * @param {Promise<T>} answer
   * @param {(answer: T) => News} event
   * @param {(error: unknown) => News} [failed]
   */
  const report = (answer, event, failed = (error) => ({ type: "failed", error })) =>
    void answer.then(event).catch(failed).then(dispatch);

  /** Dispatches the end of a request for another game. @param {Promise<unknown>} answer */
  const finish = (answer) => report(answer, () => ({ type: "done", error: null }), (error) => ({ type: "done", error }));

  /** @param {Effect} effect */
  function run(effect) {
    switch (effect.type) {
      case "listen":
        stop();
        stop = follow(id, { token: token(), after: current().log.at(-1)?.seq ?? 0, listener: listenerOf(current, dispatch) });
        return;
      case "stop": return stop();
      case "announce": return announce(effect.text);
      case "announce_news": return announceNews(effect);
      case "load_book": return report(rulebook(effect.kind), (book) => ({ type: "book", book }));
      case "load_challenge":
        // It is requested again with the next view; only who is invited waits for it.
        return report(get(`/v1/challenges/${effect.challenge}`, { token: getState().player?.token ?? null }), (challenge) => ({ type: "challenge", challenge }),
          (error) => (current().view?.status === "waiting" ? { type: "failed", error } : { type: "redraw" }));
      case "load_talk":
        return report(get(`/v1${path}/signals?after=${effect.after}`, { token: token() }), (page) => ({ type: "talk", page }), () => ({ type: "talk_failed" }));
      case "move": {
        const { at, expected, move } = effect;
        return report(post(`/v1${path}/moves`, { token: token(), body: { move, expected_seq: expected } }),
          (answer) => ({ type: "answered", answer, at }), (error) => ({ type: "failed", error, at, move }));
      }
      case "signal":
        return report(post(`/v1${path}/signals`, { token: token(), body: { signal: effect.signal, expected_seq: effect.expected } }), (said) => ({ type: "said", said }));
      case "load_advice":
        return report(get(`/v1${path}/advice?expected_seq=${effect.at}`, { token: token() }),
          (advice) => ({ type: "advised", advice, at: effect.at }), (error) => ({ type: "failed", error, at: effect.at }));
      case "announce_advice": return announce(adviceText(current()));
      case "propose": return report(propose(effect), (answer) => ({ type: "proposed", answer }), (error) => {
        dispatch({ type: "proposed", answer: null });
        return { type: "failed", error };
      });
      case "close_proposal": return report(remove(`/v1${path}/proposal`, { token: token() }), () => ({ type: "redraw" }));
      case "refresh": {
        const { error } = effect;
        // If it fails, the stream brings the current state of the game.
        return report(get(`/v1${path}`, { token: token() }), (view) => ({ type: "refreshed", view, error }), () => ({ type: "refreshed", view: null, error }));
      }
      case "open_question":
        question = openQuestion(effect.question);
        return;
      case "close_question": return question?.close();
      case "hand_over":
        handing = { dialog: handOverDialog(current(), effect.seat, token()), seat: effect.seat };
        return;
      case "help": return helpDialog(current());
      case "keep_seat": return keepSeat({ game: id, ...effect.seat });
      case "leave_seat": return leaveSeat(id, effect.seat);
      case "note_owner": {
        const { view } = current();
        return view ? noteOwner(view, view.creator_id ?? undefined) : undefined;
      }
      case "note_end": {
        endGuide(id);
        const { seat, view } = current();
        const receipt = seat === null ? null : view?.receipt;
        // The next view brings one that could not be checked.
        if (receipt) import("../promises.js").then(({ keepPromise }) => keepPromise(id, receipt)).catch(() => {});
        return noteBest(current());
      }
      case "leave": {
        const { seat } = effect;
        return report(seatBot(id, seat, USUAL, token()), (view) => ({ type: "lost", seat, view }), (error) => {
          run({ type: "listen" });
          return { type: "failed", error };
        });
      }
      case "sit": return report(sit(effect.way, effect.name), (own) => ({ type: "seated", own }));
      case "again":
      case "same_deal": {
        const { view } = current();
        return view ? finish(effect.type === "again" ? rematch(view, effect.begins) : forkDeal(view)) : undefined;
      }
      // Where the service cannot send them, the page shows them.
      case "switch_notifying": return report(switchNotifying(), () => ({ type: "redraw" }), () => ({ type: "redraw" }));
      case "accept_offer": return report(acceptOffer(effect.name), () => ({ type: "redraw" }));
      case "decline_offer": return change({ answered: true });
      case "rest":
        clearTimeout(resting);
        resting = setTimeout(() => dispatch({ type: "rested", held: effect.held }), TRICK);
        return;
    }
  }

  /** @param {Extract<Effect, { type: "announce_news" }>} news */
  function announceNews({ sentences, isEnd, isRematch, isTurn }) {
    const table = current();
    const { view } = table;
    const { headline, line } = isEnd ? ending(table) : { headline: null, line: null };
    if (isTurn && view && view.players > 1) void notifyTurn(path, view.seats[table.seat ?? -1]?.player_id === getState().player?.id);
    announce([...sentences, isTurn ? t("your_turn") : null, headline, line, isRematch ? t("rematch_there") : null].filter(Boolean).join(" "));
  }

  /**
   * Proposes for all players on this device. The stream brings an open proposal, in its order among other changes of it.
   * @param {Extract<Effect, { type: "propose" }>} effect
   * @returns {Promise<Schemas["MoveAnswer"] | null>}
   */
  async function propose({ proposal: type, expected }) {
    const body = { type, ...(expected === undefined ? {} : { expected_seq: expected }) };
    const first = token();
    const own = [first, ...seatsIn(id).map((one) => one.token).filter((one) => one !== first)];
    for (const one of own) {
      /** @type {Schemas["ProposalAnswer"]} */
      const answer = await post(`/v1${path}/proposal`, { token: one, body });
      if (answer.type === "made") return one === first ? answer : null;
    }
    return null;
  }

  /** @param {import("./reduce.js").Question} about */
  function openQuestion(about) {
    const { view } = current();
    if (!view) return undefined;
    switch (about) {
      case "concede": return concedeDialog(view, () => dispatch({ type: "propose", proposal: "concede" }));
      case "leave": return leaveDialog(() => dispatch({ type: "leave" }));
      case "proposal": {
        if (!view.proposal) return undefined;
        const { type, seq } = view.proposal;
        return proposalDialog(current(), {
          accept: () => dispatch({ type: "propose", proposal: type, expected: type === "undo" ? seq : undefined }),
          decline: () => dispatch({ type: "withdraw" }),
        });
      }
    }
  }

  /** @param {import("./vacancy.js").Way} way @param {string | null} name of a guest */
  async function sit(way, name) {
    if (way.type === "back") await join(id, { name: null, guestToken: way.guestToken, token: way.token });
    else await join(id, { name, invitation: way.invitation, token: way.token });
    history.replaceState(null, "", location.pathname);
    return seatsIn(id);
  }

  return {
    run,
    /** Closes the dialog about a seat that cannot be given to another any more. */
    settle() {
      if (handing && vacancyOf(current(), handing.seat) === null) handing.dialog?.close();
    },
    /** A guest leaves: the seat is in this browser only. */
    left() {
      const { seat, view } = current();
      const own = view && seat !== null && !isOver(view) ? seatHere(view, seat) : null;
      if (own && !("player" in own)) noteLeft(id, own.key);
    },
    stop() {
      clearTimeout(resting);
      stop();
    },
  };
}

/**
 * The game's stream as events. A move of a bot stays alone on the table for a while.
 * @param {() => Table} current
 * @param {Dispatch} dispatch
 * @returns {import("../live.js").Listener}
 */
function listenerOf(current, dispatch) {
  return {
    view(view) {
      dispatch({ type: "view", view });
      const last = current().log.at(-1);
      return rest(last?.seq === view.seq ? view.seats[last.seat] : undefined);
    },
    line: (line) => dispatch({ type: "line", line }),
    said: (said) => dispatch({ type: "said", said }),
    present: (readers) => dispatch({ type: "present", readers, now: Date.now() }),
    connection: (connected) => dispatch({ type: "connection", connected, now: Date.now() }),
    refused: (error) => dispatch({ type: "closed", error, hasWay: wayIn(current(), location.hash) !== null }),
  };
}
