// The state of a replay, as one plain object, and how it changes.

/** @typedef {ReturnType<typeof begin>} Replaying `at` is the position that is shown, 0 the deal; `speed` counts moves in two seconds */

/** @param {number} last @param {number} at */
export function begin(last, at) {
  return { at: within(at, last), last, playing: false, speed: 1 };
}

/** @param {Replaying} replaying @param {number} at */
export function seek(replaying, at) {
  replaying.at = within(at, replaying.last);
  if (replaying.at === replaying.last) replaying.playing = false;
}

/** Starts playing, from the deal if the end is shown, or stops. @param {Replaying} replaying */
export function toggle(replaying) {
  if (!replaying.playing && replaying.at === replaying.last) replaying.at = 0;
  replaying.playing = !replaying.playing;
}

/** @param {number} at @param {number} last */
function within(at, last) {
  return Number.isFinite(at) ? Math.max(0, Math.min(last, Math.trunc(at))) : 0;
}
