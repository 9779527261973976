// Sounds and vibration of a move, for who has switched them on: short tones
// made here, no files.

import { getState } from "../store.js";

/** @typedef {{ tones: number[], length: number, wave?: OscillatorType, felt?: number | number[] }} Sound frequencies in hertz, one after the other */

/** The sounds of effects, the most important first: one is played. @type {[Schemas["Effect"]["type"], Sound][]} */
const SOUNDS = [
  ["won", { tones: [392, 494, 587, 784], length: 0.2, felt: [60, 60, 60, 60, 120] }],
  ["lost", { tones: [220, 196, 165], length: 0.25, felt: 200 }],
  ["conceded", { tones: [220, 165], length: 0.25 }],
  ["taken_back", { tones: [262, 330], length: 0.07 }],
  ["defeated", { tones: [330, 440, 554], length: 0.12, felt: [40, 40, 40] }],
  ["flipped", { tones: [494, 370, 494], length: 0.08 }],
  ["attacked", { tones: [98], length: 0.22, wave: "triangle", felt: 60 }],
  ["discarded", { tones: [262, 220], length: 0.07 }],
  ["played", { tones: [330], length: 0.07 }],
  ["card_played", { tones: [330], length: 0.07 }],
];
/** An exact defeat goes one higher. */
const EXACT = 659;
const VOLUME = 0.12;

/** @type {AudioContext | undefined} */
let audio;

/**
 * The sound of a move; nothing if none belongs to it.
 * @param {Schemas["Effect"][]} effects
 */
export function soundOf(effects) {
  const [type, sound] = SOUNDS.find(([one]) => effects.some((effect) => effect.type === one)) ?? [];
  if (!sound) return null;
  const exact = type === "defeated" && effects.some((effect) => effect.type === "defeated" && effect.exact);
  return exact ? { ...sound, tones: [...sound.tones, EXACT] } : sound;
}

/** Lets a move be heard and felt. @param {Schemas["Effect"][]} effects */
export function sound(effects) {
  const one = getState().sound ? soundOf(effects) : null;
  if (!one) return;
  if (one.felt) navigator.vibrate?.(one.felt);
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
