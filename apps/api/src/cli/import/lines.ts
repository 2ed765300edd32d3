const NEWLINE = 10;

/** Converts byte offsets to line numbers. Offsets must grow, because each newline is counted only once. */
export class Lines {
  #line = 1;
  /** The newlines before this offset are already counted. */
  #counted = 0;
  #chunk: Uint8Array = new Uint8Array();
  #start = 0;

  /** Adds the next bytes. */
  enter(chunk: Uint8Array): void {
    this.at(this.#start + this.#chunk.length);
    this.#start += this.#chunk.length;
    this.#chunk = chunk;
  }

  /** Returns the line of an offset, or of the greatest offset of earlier calls if that is greater. */
  at(offset: number): number {
    const end = offset - this.#start;
    for (;;) {
      const found = this.#chunk.indexOf(NEWLINE, this.#counted - this.#start);
      if (found < 0 || found >= end) break;
      this.#line += 1;
      this.#counted = this.#start + found + 1;
    }
    this.#counted = Math.max(this.#counted, offset);
    return this.#line;
  }
}
