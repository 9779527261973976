// Sounds and vibration of a move, each if it is switched on: short tones made here, no files.

import { getSettings } from "../store.js";
import sounds from "./sounds.json" with { type: "json" };

/** @typedef {{ tones: number[], length: number, wave?: OscillatorType, felt?: number | number[] }} Sound frequencies in hertz, one after the other */

/** The sounds of effects, the most important first: one is played. */
const SOUNDS = /** @type {Record<string, Sound>} */ (sounds);
/** An exact defeat goes one higher. */
const EXACT = 659;
const VOLUME = 0.12;

/** @type {AudioContext | undefined} */
let audio;

/** The sound of a move; nothing if none belongs to it. @param {Schemas["Effect"][]} effects */
export function soundOf(effects) {
  const [type, sound] = Object.entries(SOUNDS).find(([one]) => effects.some((effect) => effect.type === one)) ?? [];
  if (!sound) return null;
  const exact = type === "defeated" && effects.some((effect) => effect.type === "defeated" && effect.exact);
  return exact ? { ...sound, tones: [...sound.tones, EXACT] } : sound;
}

/** Lets a move be heard and felt. @param {Schemas["Effect"][]} effects */
export function sound(effects) {
  const one = soundOf(effects);
  const settings = getSettings();
  if (settings.vibration && one?.felt) navigator.vibrate?.(one.felt);
  if (!settings.sound || !one) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [index, tone] of one.tones.entries()) play(audio, tone, one, index);
}

/** @param {AudioContext} context @param {number} tone @param {Sound} sound @param {number} index */
function play(context, tone, { length, wave = "sine" }, index) {
  const [from, oscillator, gain] = [context.currentTime + index * length, context.createOscillator(), context.createGain()];
  oscillator.type = wave;
  oscillator.frequency.value = tone;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(VOLUME, from + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, from + length * 1.6);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(from + length * 1.6);
}
