// Drawings that are replaced when their data is out of date.

/**
 * Draws, and draws anew when a drawing requests that for the first time. The signal of a
 * drawing ends with it.
 * @param {(signal: AbortSignal, again: () => void) => void} draw
 * @returns {() => void} ends the last drawing
 */
export function redrawn(draw) {
  let leave = () => {};
  const begin = () => {
    leave();
    const shown = new AbortController();
    leave = () => shown.abort();
    draw(shown.signal, () => {
      if (!shown.signal.aborted) begin();
    });
  };
  begin();
  return () => leave();
}
