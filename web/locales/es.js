// Los textos del cliente en español, con las mismas claves que `en.js`.
import base from "./es/base.js";
import cards from "./es/cards.js";
import guide from "./es/guide.js";
import pages from "./es/pages.js";
import table from "./es/table.js";

export default { ...base, ...cards, ...guide, ...pages, ...table };
