// The client's own types that most modules of the table use, by short names.

type Table = import("../table/state.js").Table;
type Page = import("../table/page.js").Page;
type Rulebook = import("../rulebook.js").Rulebook;
