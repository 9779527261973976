// The texts of the client in English. Every language has the same keys; a text
// with " | " has a form for one and a form for any other number `n`.
import base from "./en/base.js";
import cards from "./en/cards.js";
import guide from "./en/guide.js";
import pages from "./en/pages.js";
import table from "./en/table.js";

export default { ...base, ...cards, ...guide, ...pages, ...table };
