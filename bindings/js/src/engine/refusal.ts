/** A move or set-up is against the rules. */
export class Refusal extends Error {
  override name = "Refusal";

  constructor(
    message: string,
    /** The clause, such as `R4.2`. */
    readonly rule: string,
    /** Of a set-up: the field that is wrong. */
    readonly field?: string,
  ) {
    super(message);
  }
}
