import { Tokenizer, TokenizerError, TokenParser, TokenParserError } from "@streamparser/json";
import { isList, type SectionName, sectionNames } from "../merchant-file/sections.ts";
import { Lines } from "./lines.ts";
import { Outline } from "./outline.ts";
import type { Problem } from "./problems.ts";

/** A file, or a document in memory, that can be read more than once. */
export type Source = {
  readonly name: string;
  readonly bytes: number;
  readonly open: () => AsyncIterable<Uint8Array>;
};

/** One record of a section, with its place in the file. */
export type FoundRecord = {
  readonly section: SectionName;
  /** Null for the merchant, which is a single record. */
  readonly index: number | null;
  readonly value: unknown;
  /** Returns the line of a field. If the field is absent, the line of the value that lacks it. */
  readonly lineOf: (path: string) => number;
};

export type Reading = {
  /** Called at the start of each section. If it returns false, the section's records are skipped. */
  readonly wants: (section: SectionName) => boolean;
  readonly onProblem: (problem: Problem) => void;
  readonly onBytes: (count: number) => void;
};

/** The file cannot be read beyond this line: it is not valid JSON or UTF-8, or a record is too large. */
export class BrokenFile extends Error {
  override readonly name = "BrokenFile";
  readonly line: number;
  constructor(line: number, says: string) {
    super(says);
    this.line = line;
  }
}

const LONGEST_RECORD = 1_048_576;
const paths = sectionNames.map((name) => (isList(name) ? `$.${name}.*` : `$.${name}`));

/**
 * Reads the records of a file chunk by chunk, so that memory does not grow with the file. Throws `BrokenFile`
 * if the file is not valid JSON in UTF-8, or a record is larger than 1 MiB. Sizes are compared once per
 * chunk, so a record up to two chunks larger may pass.
 */
export async function* readRecords(
  source: Source,
  { wants, onProblem, onBytes }: Reading,
): AsyncGenerator<readonly FoundRecord[]> {
  let found: FoundRecord[] = [];
  let wanted = false;
  let position = 0;
  let latest = 0;
  const lines = new Lines();
  const outline = new Outline(lines, onProblem, (section) => {
    wanted = wants(section);
  });
  const tokenizer = new Tokenizer();
  const parser = new TokenParser({ paths, keepStack: false });
  const decoder = new TextDecoder("utf-8", { fatal: true });

  tokenizer.onToken = (token) => {
    latest = token.offset;
    outline.take(token);
    parser.write(token);
  };
  parser.onValue = ({ value, key }) => {
    const { section, record } = outline;
    if (!wanted || !section) return;
    const index = typeof key === "number" ? key : null;
    found.push({ section, index, value, lineOf: (path) => lineOf(record, path) });
  };

  for await (const chunk of source.open()) {
    lines.enter(chunk);
    try {
      decoder.decode(chunk, { stream: true });
      tokenizer.write(chunk);
    } catch (error) {
      throw broken(error, lines, latest);
    }
    position += chunk.length;
    onBytes(chunk.length);
    if (position - Math.max(outline.began, 0) > LONGEST_RECORD + chunk.length)
      throw new BrokenFile(lines.at(outline.began), "holds a record of more than 1 MiB here");
    yield found;
    found = [];
  }
  if (!parser.isEnded) throw new BrokenFile(lines.at(position), "ends before its JSON does");
}

/** The error to report. It leaves out the text at which the parser failed, because that may be a secret. */
function broken(error: unknown, lines: Lines, latest: number): unknown {
  if (error instanceof TypeError)
    return new BrokenFile(lines.at(latest), "is not written in UTF-8");
  if (error instanceof TokenParserError)
    return new BrokenFile(lines.at(latest), "is not valid JSON here");
  if (!(error instanceof TokenizerError)) return error;
  const position = Number(/absolute position "(\d+)"/.exec(error.message)?.[1] ?? latest);
  return new BrokenFile(lines.at(position), "is not valid JSON here");
}

function lineOf(record: Outline["record"], path: string): number {
  for (let part = path; part; part = part.replace(/(\.|\[|^)[^.[]*$/, "")) {
    const line = record.fields.get(part);
    if (line !== undefined) return line;
  }
  return record.first;
}
