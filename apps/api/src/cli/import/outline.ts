import { TokenType } from "@streamparser/json";
import { isList, isSection, type SectionName } from "../merchant-file/sections.ts";
import type { Lines } from "./lines.ts";
import type { Problem } from "./problems.ts";

type Token = { readonly token: TokenType; readonly value: unknown; readonly offset: number };

/**
 * The lines of a record. `fields` has the line of each field that is not on the `first` line, by its path.
 */
export type RecordLines = { readonly first: number; readonly fields: Map<string, number> };

/**
 * Reads the same tokens as the parser. Finds what parsed values do not show: the lines of records and fields,
 * duplicate keys, and sections that are unknown or not a list.
 */
export class Outline {
  /** The section that began last. Null before the first section, and in an unknown or wrong one. */
  section: SectionName | null = null;
  record: RecordLines = { first: 1, fields: new Map() };
  /** The offset at which the current record, or the current value outside of records, began. */
  began = 0;

  readonly #lines: Lines;
  readonly #onProblem: (problem: Problem) => void;
  readonly #onSection: (section: SectionName) => void;
  #depth = 0;
  #index = -1;
  #last: Token | null = null;
  #atSectionValue = false;
  readonly #names: string[] = [];
  readonly #seen: Set<string>[] = [];

  constructor(
    lines: Lines,
    onProblem: (problem: Problem) => void,
    onSection: (section: SectionName) => void,
  ) {
    this.#lines = lines;
    this.#onProblem = onProblem;
    this.#onSection = onSection;
  }

  /** Reads the next token. Must be called before the parser gets that token. */
  take(token: Token): void {
    if (this.#atSectionValue) this.#openSection(token);
    if (this.#depth <= this.#recordDepth && this.#depth > 0) this.began = token.offset;
    switch (token.token) {
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        if (this.#depth === this.#recordDepth) this.#openRecord(token);
        this.#depth += 1;
        this.#names.length = Math.min(this.#names.length, this.#depth);
        this.#seen[this.#depth]?.clear();
        break;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        this.#depth -= 1;
        break;
      case TokenType.COLON:
        if (this.#last?.token === TokenType.STRING) this.#takeKey(String(this.#last.value), token);
        break;
    }
    this.#last = token;
  }

  /** The depth at which records begin: 2 in a list, 1 for the merchant. */
  get #recordDepth(): number {
    return this.section && isList(this.section) ? 2 : 1;
  }

  #openRecord({ offset }: Token): void {
    if (this.#depth === 2) this.#index += 1;
    this.record = { first: this.#lines.at(offset), fields: new Map() };
  }

  #takeKey(key: string, { offset }: Token): void {
    const line = this.#lines.at(this.#last?.offset ?? offset);
    if (this.#depth === 1) {
      this.section = isSection(key) ? key : null;
      this.#index = -1;
      this.#atSectionValue = true;
      this.record = { first: line, fields: new Map() };
    }
    this.#names[this.#depth] = key;
    const seen = this.#seen[this.#depth] ?? new Set();
    this.#seen[this.#depth] = seen;
    if (seen.has(key)) this.#complain(line, "is given twice");
    seen.add(key);
    if (this.#depth === 1 && !this.section) this.#complain(line, "is no key of this format");
    if (this.section && this.#depth > this.#recordDepth && line !== this.record.first)
      this.record.fields.set(this.#path(), line);
  }

  #openSection({ token }: Token): void {
    this.#atSectionValue = false;
    if (!this.section) return;
    if (isList(this.section) && token !== TokenType.LEFT_BRACKET) {
      this.#complain(this.record.first, "must be a list");
      this.section = null;
      return;
    }
    this.#onSection(this.section);
  }

  /** The path of the current key within its record. Indexes of lists inside the record are left out. */
  #path(): string {
    return this.#names
      .slice(this.#recordDepth + 1, this.#depth + 1)
      .filter((name) => name !== undefined)
      .join(".");
  }

  #complain(line: number, says: string): void {
    const section = this.#names[1] ?? "";
    const record =
      this.section && this.#depth > 1 && isList(this.section) ? `[${this.#index}]` : "";
    const path = this.#depth > 1 ? this.#path() : "";
    this.#onProblem({ place: [section + record, path].filter(Boolean).join("."), line, says });
  }
}
