// The page of a table, as its parts use it.

/**
 * @typedef {object} Page
 * @property {() => Table} current the table as it is now, for what outlasts a drawing
 * @property {(action: import("./reduce.js").Action) => void} act dispatches an action of the player, who sees the drawn table
 * @property {(event: import("./reduce.js").News) => void} dispatch
 * @property {<T extends HTMLElement>(part: string, make: () => T) => T} once a part with state of its own, such as typed text, which is kept when the table is redrawn
 */

export {};
