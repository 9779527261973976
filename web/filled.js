// Content that has to be loaded.

import { render } from "./dom.js";
import { loadingNote, problemNote } from "./notes.js";

/**
 * Fills a place with content, and anew when the content requests that for the first time.
 * @param {HTMLElement} place
 * @param {(signal: AbortSignal, again: () => void) => Promise<import("./dom.js").Children | void>} make the signal ends with
 *   the content; without a result the place stays as it is
 * @param {(error: unknown, again: () => void) => Node} [failed] shown in place of the content
 * @returns {() => void} ends the content
 */
export function filled(place, make, failed = problemNote) {
  let shown = new AbortController();
  const fill = async () => {
    shown.abort();
    shown = new AbortController();
    const { signal } = shown;
    const again = () => {
      if (!signal.aborted) void fill();
    };
    try {
      const content = await make(signal, again);
      if (content && !signal.aborted) render(place, content);
    } catch (error) {
      if (signal.aborted) return;
      render(place, failed(error, () => {
        render(place, loadingNote());
        again();
      }));
    }
  };
  render(place, loadingNote());
  void fill();
  return () => shown.abort();
}
