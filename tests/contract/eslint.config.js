// Rules of the linter for JavaScript: mistakes, not the form. Types are checked by
// TypeScript.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  { files: ["web/**"], languageOptions: { globals: globals.browser } },
  { files: ["tests/contract/**"], languageOptions: { globals: globals.node } },
  // Parts of them run in pages, or as if there were one.
  { files: ["tests/browser/**", "tests/web/**"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
