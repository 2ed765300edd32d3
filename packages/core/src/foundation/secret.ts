/** The method that Node and its tools call to print a value. */
const printed = Symbol.for("nodejs.util.inspect.custom");

/**
 * A password, PIN or one-time password in memory. Logs, printed values and JSON do not show it. Only `reveal`
 * returns the text; call it only where the text is needed.
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
