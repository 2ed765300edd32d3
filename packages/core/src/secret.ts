/** The property that Node and its tools read when they print a value. */
const printed = Symbol.for("nodejs.util.inspect.custom");

/**
 * A password, PIN or one-time password in memory. Its value is not shown when it is logged, printed
 * or written as JSON. Only `reveal` returns the value; call it only where the value is needed.
 */
export class Secret {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  reveal(): string {
    return this.#text;
  }
  /** Whether both values are equal. */
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
