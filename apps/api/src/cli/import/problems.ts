/** A problem with a file, and its place. */
export type Problem = {
  /** The field, record or section, such as `customers[17].email`. Empty for the file as a whole. */
  readonly place: string;
  readonly line: number | null;
  readonly says: string;
};

const SHOWN = 200;

/** Stores the first 200 problems, and counts all of them. */
export class Problems {
  readonly #first: Problem[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(problem: Problem): void {
    this.#count += 1;
    if (this.#first.length < SHOWN) this.#first.push(problem);
  }

  /**
   * A line for each stored problem, in file order, and one line with the number of further problems, if any.
   */
  lines(fileName: string): string[] {
    const byLine = this.#first.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
    const lines = byLine.map(({ place, line, says }) => {
      const position = line === null ? fileName : `${fileName}:${line}`;
      return place ? `${position}: ${place} ${says}` : `${position}: ${says}`;
    });
    const more = this.#count - this.#first.length;
    return more ? [...lines, `${fileName}: and ${more} more problems`] : lines;
  }
}
