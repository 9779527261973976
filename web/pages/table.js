// The table: a game that waits for players, runs, is watched, or is over.

import { get, post, Problem, remove, Unreachable } from "../api.js";
import { t } from "../language.js";
import { seatHere } from "../device.js";
import { follow } from "../live.js";
import { announce } from "../notes.js";
import { closeNotifications, keepPushing, notifyTurn, switchNotifying } from "../notify.js";
import { rulebook } from "../rulebook.js";
import { change, codeOf, getState, keepSeat, leaveSeat, noteLeft, seatsIn } from "../store.js";
import { hasOnePerson, seatBot, USUAL } from "../table/bots.js";
import { planned, selectedMove, tapped } from "../table/choice.js";
import { join, noteOwner, rematch } from "../table/create.js";
import { ending, noteBest } from "../table/end.js";
import { explainIn, helpDialog } from "../table/explain.js";
import { handOverDialog, leaveDialog } from "../table/hand-over.js";
import { changesOf } from "../table/hands.js";
import { listenToKeys } from "../table/keys.js";
import { acceptOffer } from "../table/offer.js";
import { nextPace, rest } from "../table/pace.js";
import { AWAY_AFTER, sawReaders } from "../table/presence.js";
import { concedeDialog, mustAnswer, proposalDialog } from "../table/proposal.js";
import { tableRenderer } from "../table/render.js";
import { begin, isMyTurn, isOver, mayChoose, sawLine, sawSignal, sawView, select } from "../table/state.js";
import { vacancyOf, wayIn } from "../table/vacancy.js";

/** @typedef {import("../api.js").Schemas} Schemas */
/** @typedef {import("../table/actions.js").Actions} Actions */

export const title = () => t("table");

/**
 * @param {HTMLElement} root
 * @param {{ id?: string }} parameters
 */
export function mount(root, { id = "" }) {
  document.body.classList.add("at-table");
  const table = begin(id, seatsIn(id)[0]?.seat ?? null, getState().order);
  const path = `/games/${id}`;
  let stop = () => {};
  /** The question whether to concede, or to accept a proposal. @type {HTMLDialogElement | undefined} */
  let question;
  /** The dialog about a seat that can be given to another. @type {{ dialog: HTMLDialogElement | undefined, seat: number } | null} */
  let handing = null;
  /** The proposal that the last question was about. */
  let shownProposal = "";
  /** @type {number | undefined} */
  let missing;
  /** The player's own token, which shows a game to who is invited, or sits there by another browser. */
  const ownToken = () => getState().player?.token ?? null;
  const token = () => seatsIn(id).find((one) => one.seat === table.seat)?.token ?? codeOf(id) ?? ownToken();

  /** @type {import("../live.js").Listener} */
  const listener = {
    view(view) {
      const wasMine = isMyTurn(table);
      const wasOver = table.view ? isOver(table.view) : true;
      const hadRematch = table.view ? table.view.rematch_id !== null : true;
      const changes = table.view?.former_players.length ?? Infinity;
      // The token of a player outlasts the seat, which was given to another.
      if (table.seat !== null && view.seat === null) return lose(table.seat, view);
      const own = ownToken();
      if (table.seat === null && typeof view.seat === "number" && own !== null) {
        keepSeat({ game: id, seat: view.seat, token: own });
        table.seat = view.seat;
      }
      // A player owns the own games on every device.
      if (view.creator_id !== null && view.creator_id === getState().player?.id) noteOwner(view, view.creator_id);
      sawView(table, view);
      if (isOver(view)) question?.close();
      if (handing && vacancyOf(table, handing.seat) === null) handing.dialog?.close();
      noteBest(table);
      void learnRules(view);
      void learnChallenge(view);
      void learnTalk(view);
      changeHands();
      showProposal();
      const news = [...unsaid.splice(0), ...changesOf(view).slice(changes).map(({ text }) => text)];
      if (!wasMine && isMyTurn(table) && !table.covered) {
        news.push(t("your_turn"));
        if (view.players > 1) void notifyTurn(path, view.seats[table.seat ?? -1]?.player_id === getState().player?.id);
      }
      if (!wasOver && isOver(view)) news.push(ending(table).headline, ending(table).line);
      if (!hadRematch && view.rematch_id) news.push(t("rematch_there"));
      if (news.length > 0) announce(news.join(" "));
      const calls = view.players > 1 && isMyTurn(table) && !table.covered;
      document.title = `${calls ? `● ${t("your_turn")}` : title()} · Regicide`;
      draw();
      const last = table.log.at(-1);
      return rest(last?.seq === view.seq ? view.seats[last.seat] : undefined);
    },
    line(line) {
      // Moves from before the page was opened are logged but not announced.
      if (sawLine(table, line) && table.view) unsaid.push(...line.narration);
    },
    said(said) {
      if (!sawSignal(table, said)) return;
      announce(said.narration.join(" "));
      draw();
    },
    present(readers) {
      sawReaders(table, readers, Date.now());
      draw();
      // The seats that are missing now are away then.
      clearTimeout(missing);
      missing = setTimeout(draw, AWAY_AFTER);
    },
    connection(connected) {
      if (connected) back();
      if (table.connected === connected) return;
      table.connected = connected;
      sawReaders(table, null, Date.now());
      draw();
    },
    refused(error) {
      // A private game is closed to who has left it: the way back is shown in place of that.
      const isLeft = table.view !== null && error instanceof Problem && error.status === 403 && wayIn(table, location.hash) !== null;
      table.problem = isLeft ? null : error;
      draw();
    },
  };
  /** The service can be reached again. */
  function back() {
    if (!(table.problem instanceof Unreachable)) return;
    table.problem = null;
    draw();
  }

  /** @type {string[]} Sentences that are not announced yet. */
  const unsaid = [];

  /** Loads the rulebook once the game is loaded. @param {Schemas["GameView"]} view */
  async function learnRules(view) {
    if (table.book) return;
    try {
      table.book = await rulebook(view.kind);
    } catch (error) {
      table.problem = error;
    }
    draw();
  }

  /** Loads the challenge of an attempt that waits for players. @param {Schemas["GameView"]} view */
  async function learnChallenge({ challenge, status }) {
    if (!challenge || status !== "waiting" || table.challenge) return;
    try {
      table.challenge = await get(`/v1/challenges/${challenge.id}`, { token: getState().player?.token ?? null });
    } catch (error) {
      table.problem = error;
    }
    draw();
  }

  /** The state for which signals were last loaded. @type {string | null} */
  let talked = null;

  /**
   * Loads earlier signals and those that the seat may give now. Signals are
   * possible only while the player of a jester names who goes next (R8.2), before
   * the first move and after the end (R8.4). Bots say and hear nothing.
   * @param {Schemas["GameView"]} view
   */
  async function learnTalk(view) {
    if (view.status === "waiting" || hasOnePerson(view.seats)) return;
    const mayTalk = view.seq === 0 || view.table?.phase === "next" || isOver(view);
    const state = `${view.status} ${view.seq}`;
    if (state === talked || (talked !== null && !mayTalk)) return;
    talked = state;
    try {
      for (let after = String(table.said.at(-1)?.number ?? 0), more = true; more;) {
        /** @type {Schemas["SignalPage"]} */
        const page = await get(`/v1/games/${id}/signals?after=${after}`, { token: token() });
        for (const one of page.items) sawSignal(table, one);
        if (page.seq === table.view?.seq) table.allowed = page.allowed;
        more = page.next !== null && page.next !== undefined;
        after = page.next ?? after;
      }
    } catch {
      // The table works without them; the stream sends later ones.
      talked = null;
    }
    draw();
  }

  /** @param {Schemas["Signal"]} signal */
  async function say(signal) {
    if (!table.view) return;
    table.problem = null;
    try {
      const body = { signal, expected_seq: table.drawn };
      listener.said(await post(`/v1/games/${id}/signals`, { token: token(), body }));
    } catch (error) {
      await refused(error);
    }
  }

  /** Switches to the next player on this device, with the hand hidden until they confirm. */
  function changeHands() {
    const { view } = table;
    const own = seatsIn(id);
    if (!view || own.length < 2 || view.status !== "running" || view.to_act === table.seat) return;
    table.covered = own.some((one) => one.seat === view.to_act);
    // The question was for the player who has handed over the device.
    if (table.covered) question?.close();
  }

  /**
   * Goes on as the next player on this device, or as a spectator.
   * @param {number} seat that this browser has no longer
   * @param {Schemas["GameView"]} view without its hand
   */
  function lose(seat, view) {
    leaveSeat(id, seat);
    table.view = view;
    question?.close();
    select(table);
    actions.seated();
  }

  async function leave() {
    const { seat } = table;
    if (seat === null) return;
    // The end of this stream is no news.
    stop();
    try {
      lose(seat, await seatBot(id, seat, USUAL, token()));
    } catch (error) {
      listen();
      await refused(error);
    }
  }

  /**
   * @param {import("../table/vacancy.js").Way} way
   * @param {string | null} name of a guest
   */
  async function sit(way, name) {
    table.problem = null;
    draw();
    try {
      if (way.type === "back") await join(id, { name: null, guestToken: way.guestToken, token: way.token });
      else await join(id, { name, invitation: way.invitation, token: way.token });
      history.replaceState(null, "", location.pathname);
      actions.seated();
    } catch (error) {
      table.problem = error;
      draw();
    }
  }

  function listen() {
    stop();
    stop = follow(id, { token: token(), after: table.log.at(-1)?.seq ?? 0, listener });
  }

  /** @param {Schemas["Move"]} move */
  async function send(move) {
    if (table.sending || !table.view) return;
    const { seq } = table.view;
    const isShown = () => table.view?.seq === seq;
    table.sending = true;
    table.problem = null;
    draw();
    try {
      /** @type {Schemas["MoveAnswer"]} */
      const answer = await post(`/v1/games/${id}/moves`, { token: token(), body: { move, expected_seq: table.drawn } });
      if (isShown()) {
        table.sending = false;
        select(table);
      }
      saw(answer);
    } catch (error) {
      if (isShown()) table.sending = false;
      await refused(error);
    }
  }

  /** @param {Schemas["MoveAnswer"]} answer */
  function saw(answer) {
    if (answer.type === "made") listener.line(answer);
    if (answer.type !== "minimal") listener.view(answer.game);
  }

  /**
   * Proposes, or accepts the open proposal, whatever others have played since the dialog was
   * opened (R11.2, T12): for all players on this device.
   * @param {Schemas["ProposalKind"]} type
   * @param {number} [expected] the number of moves seen, for an undo
   */
  async function propose(type, expected) {
    if (table.sending) return;
    table.sending = true;
    table.problem = null;
    draw();
    const body = { type, ...(expected === undefined ? {} : { expected_seq: expected }) };
    const own = [token(), ...seatsIn(id).map((one) => one.token).filter((one) => one !== token())];
    try {
      for (const one of own) {
        /** @type {Schemas["ProposalAnswer"]} */
        const answer = await post(`/v1/games/${id}/proposal`, { token: one, body });
        // The stream brings an open proposal, in its order among other changes of it.
        if (answer.type !== "made") continue;
        if (one === token()) saw(answer);
        return;
      }
    } catch (error) {
      await refused(error);
    } finally {
      table.sending = false;
      draw();
    }
  }

  /** Withdraws or declines the open proposal. */
  async function closeProposal() {
    try {
      await remove(`/v1/games/${id}/proposal`, { token: token() });
    } catch (error) {
      await refused(error);
    }
  }

  /** Questions the player once about a proposal that is open; a closed one is no question. */
  function showProposal() {
    const proposal = mustAnswer(table) && !table.covered ? table.view?.proposal : null;
    const one = proposal ? `${table.seat} ${proposal.type} ${proposal.seat} ${proposal.seq}` : "";
    if (one === shownProposal) return;
    question?.close();
    shownProposal = one;
    if (proposal) question = questionAbout(proposal);
  }

  /** @param {Schemas["OpenProposal"]} proposal */
  function questionAbout({ type, seq }) {
    const accept = () => void propose(type, type === "undo" ? seq : undefined);
    return proposalDialog(table, { accept, decline: () => void closeProposal() });
  }

  /** Shows why a move was refused, and the current game. @param {unknown} error */
  async function refused(error) {
    if (error instanceof Problem && error.status === 409) {
      select(table);
      try {
        sawView(table, await get(`/v1/games/${id}`, { token: token() }));
      } catch {
        // The stream brings the current state of the game.
      }
    }
    table.problem = error;
    draw();
  }

  /** @type {Actions} */
  const actions = {
    tap(card) {
      if (!mayChoose(table) || table.sending) return;
      const legal = table.view?.legal_moves ?? [];
      const move = selectedMove(table);
      const isWhole = table.chosen.length === 1 && table.chosen[0] === card;
      // The first tap on a card that was selected before the turn takes it back.
      if (move && isWhole && !table.early) return void send(move);
      const chosen = isMyTurn(table) && !(isWhole && table.early) ? tapped(legal, table.chosen, card)
        : planned(table.chosen, card, table.view?.kind === "regicide-tricks");
      select(table, { chosen });
      table.problem = null;
      draw();
    },
    load(text) {
      if (!isMyTurn(table) || table.sending) return;
      select(table, { loaded: table.loaded === text ? null : text });
      table.problem = null;
      draw();
    },
    clear() {
      select(table);
      table.problem = null;
      draw();
    },
    send: (move) => void send(move),
    say: (signal) => void say(signal),
    sort() {
      table.order = table.order === "suit" ? "value" : "suit";
      change({ order: table.order });
      draw();
    },
    confirmConcede() {
      if (table.view) question = concedeDialog(table.view, () => void propose("concede"));
    },
    confirmLeave() {
      question = leaveDialog(() => void leave());
    },
    handOver(seat) {
      handing = { dialog: handOverDialog(table, seat, token()), seat };
    },
    sit: (way, name) => void sit(way, name),
    help: helpDialog,
    undo: () => void propose("undo", table.drawn),
    answer() {
      if (table.view?.proposal) question = questionAbout(table.view.proposal);
    },
    withdraw: () => void closeProposal(),
    watch(watching) {
      table.watching = watching;
      draw();
    },
    // Where the service cannot send them, the page shows them.
    notify: () => void switchNotifying().catch(() => {}).then(draw),
    accept: (name) => void acceptOffer(name).catch((error) => { table.problem = error; }).then(draw),
    decline() {
      change({ answered: true });
      draw();
    },
    async again(begins) {
      const { view } = table;
      if (!view) return;
      try {
        await rematch(view, begins);
      } catch (error) {
        table.problem = error;
        draw();
      }
    },
    pace() {
      nextPace();
      draw();
    },
    seated() {
      talked = null;
      table.problem = null;
      table.seat = seatsIn(id)[0]?.seat ?? null;
      table.allowed = [];
      // Its sentences call who looks at it "you".
      table.log = [];
      listen();
    },
    uncover() {
      // The button named whose turn it was.
      if (table.drawn !== table.view?.seq) return draw();
      table.seat = table.view?.to_act ?? table.seat;
      table.covered = false;
      select(table);
      table.allowed = [];
      talked = null;
      showProposal();
      // Its sentences call who looks at it "you".
      table.log = [];
      listen();
    },
  };

  const drawTable = tableRenderer(root, table, actions);
  const explaining = explainIn(root);
  const draw = () => {
    drawTable();
    explaining.settle();
  };
  const stopKeys = listenToKeys(table, actions);
  // The times at the seats change without an event.
  const clock = setInterval(() => {
    if (table.view?.status === "running" && table.view.players > 1) draw();
  }, 30_000);
  /** A guest leaves: the seat is in this browser only. */
  const left = () => {
    const { seat, view } = table;
    const own = view && seat !== null && !isOver(view) ? seatHere(view, seat) : null;
    if (own && !("player" in own)) noteLeft(id, own.key);
  };
  draw();
  listen();
  addEventListener("online", back);
  addEventListener("pagehide", left);
  void keepPushing().catch(() => {});
  const look = () => void closeNotifications(path);
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    left();
    removeEventListener("pagehide", left);
    removeEventListener("online", back);
    document.removeEventListener("visibilitychange", look);
    stop();
    stopKeys();
    explaining.stop();
    clearInterval(clock);
    clearTimeout(missing);
    document.body.classList.remove("at-table");
  };
}
