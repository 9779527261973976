// The actions of a player at the table. The page creates them, and
// the controls call them.

/**
 * @typedef {object} Actions
 * @property {(card: string) => void} tap selects or deselects a card, or plays it if it is the whole selection
 * @property {() => void} clear deselects all cards
 * @property {(move: import("./state.js").Move) => void} send makes a move
 * @property {(signal: import("../api.js").Schemas["Signal"]) => void} say gives a signal
 * @property {() => void} sort switches the order of the hand
 * @property {() => void} askConcede opens or closes the question whether to concede
 * @property {() => void} concede
 * @property {() => void} again plays another game of the same kind
 * @property {() => void} seated called after a seat was taken here
 * @property {() => void} uncover shows the hand of the next player on this device
 */

export {};
