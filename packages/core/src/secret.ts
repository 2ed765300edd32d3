/** Where Node and its tools look when they print a value. */
const printed = Symbol.for("nodejs.util.inspect.custom");

/**
 * A customer's password, PIN or one-time password on its way through the house. However it is logged,
 * printed or written as JSON, it says nothing; only `reveal` tells it, and only where it is needed.
 */
export class Secret {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  reveal(): string {
    return this.#text;
  }
  /** Both were typed alike. */
  equals(other: Secret): boolean {
    return this.#text === other.#text;
  }
  toString(): string {
    return "[secret]";
  }
  toJSON(): string {
    return "[secret]";
  }
  [printed](): string {
    return "[secret]";
  }
}
