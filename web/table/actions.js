// The actions of a player at the table. The page creates them, and
// the controls call them.

/**
 * @typedef {object} Actions
 * @property {(card: string) => void} tap selects or deselects a card, or plays it if it is the whole selection
 * @property {(text: string | null) => void} load selects a move without cards by its text form, or nothing
 * @property {() => void} clear selects nothing
 * @property {(move: import("./state.js").Move) => void} send makes a move
 * @property {(signal: import("../api.js").Schemas["Signal"]) => void} say gives a signal
 * @property {() => void} sort switches the order of the hand
 * @property {() => void} confirmConcede opens the dialog that confirms a concession
 * @property {() => void} confirmLeave opens the dialog that confirms leaving a running game
 * @property {(seat: number) => void} handOver opens the dialog that gives a seat to a bot or another person
 * @property {(way: import("./vacancy.js").Way, name: string | null) => void} sit takes a seat of a running game
 * @property {() => void} help explains the table
 * @property {() => void} undo takes the last move back, or proposes to
 * @property {() => void} answer opens the question about the open proposal again
 * @property {() => void} withdraw closes the open proposal
 * @property {(begins: "same" | "next") => void} again plays another game of the same kind
 * @property {(watching: boolean) => void} watch puts the form to join away, or shows it
 * @property {() => void} pace shows the moves of bots at the next speed
 * @property {() => void} notify switches notifications on or off
 * @property {(name: string | null) => void} accept accepts the offer of notifications; a guest becomes a player with this name
 * @property {() => void} decline answers the offer of notifications
 * @property {() => void} seated called after a seat was taken here
 * @property {() => void} uncover shows the hand of the next player on this device
 */

export {};
