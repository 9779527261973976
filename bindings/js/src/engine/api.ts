// The exports of `regicide-engine`.

export {
  build, commitment, languages, Position, replay, rulesets, Setup, Step, verify,
  type Effect, type Expected, type Forecast, type GameKind, type Move, type Options, type Outcome, type RecordFile,
  type Revealed, type Telling, type Verdict, type View, type Viewer,
} from "./wasm.js";
export { Refusal } from "./refusal.js";
