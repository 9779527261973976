// The time until something begins or ends, by the service's clock. Near to it the seconds are counted. Its end is
// noticed also after the device has slept, and in a hidden tab as soon as the browser allows.

import { serviceTime } from "./clock.js";
import { DAY, duration } from "./time.js";

const MINUTE = 60_000;
/** The pause before the end of what is over already is reported, in milliseconds. */
const AGAIN = 5_000;

class Countdown extends HTMLElement {
  /** By the service's clock, in milliseconds. */
  until = 0;
  /** Called at the end. */
  due = () => {};
  /** @type {number | undefined} */
  #timer;

  connectedCallback() {
    document.addEventListener("visibilitychange", this.#tick);
    this.#tick();
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.#tick);
    clearTimeout(this.#timer);
  }

  #tick = () => {
    clearTimeout(this.#timer);
    const left = this.until - serviceTime();
    if (left <= 0) {
      // A service whose clock is behind has not begun it yet: it is looked for again.
      this.#timer = setTimeout(this.due, this.textContent ? 0 : AGAIN);
      return;
    }
    this.textContent = duration(left / 1000);
    // The text changes with the minute, and with the second in the last one.
    this.#timer = setTimeout(this.#tick, left > 2 * MINUTE ? MINUTE : left % 1000 || 1000);
  };
}
customElements.define("count-down", Countdown);

/** @param {number} until @param {() => void} due */
export function countdown(until, due) {
  return Object.assign(new Countdown(), { until, due, className: "figures countdown" });
}

/** The begin of the day after one, in milliseconds. @param {{ date: string }} daily */
export function nextDay({ date }) {
  return Date.parse(`${date}T00:00:00Z`) + DAY;
}
