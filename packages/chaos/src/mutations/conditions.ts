/** A condition in a source's SQL, by its place in the text. */
export type Condition = { readonly from: number; readonly to: number };

type Token = {
  readonly kind: "word" | "open" | "close" | "comma" | "atom" | "other";
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  /**
   * Whether the token is a `${…}` that belongs to no condition: `${inOrder}`, or one directly behind a word,
   * bracket, quote or another `${…}`, as in `u.id${limit}`.
   */
  readonly isAppended: boolean;
};

/** Words that end a condition. */
const ends =
  /^(where|on|and|or|when|then|else|order|group|for|limit|returning|union|from|left|cross|join|set|do|as)$/i;
/** Words after which a condition may begin. */
const begins = /^(select|where|on|and|or|when)$/i;
/**
 * Finds the conditions in the template literals of a source: after WHERE and ON, and on both sides of each
 * AND. A pair of brackets or a CASE is one condition. The conditions inside it are found too.
 */
export function conditionsIn(source: string): readonly Condition[] {
  const found = new Map<string, Condition>();
  for (const { from, to } of templatesIn(source))
    for (const condition of conditionsOf(tokensOf(source, from, to)))
      found.set(`${condition.from} ${condition.to}`, condition);
  return [...found.values()].sort((one, other) => one.from - other.from || one.to - other.to);
}

function conditionsOf(tokens: readonly Token[]): Condition[] {
  return tokens.flatMap((token, index) => {
    const isKeyword = token.kind === "word" && /^(where|on|and)$/i.test(token.text);
    if (!isKeyword) return [];
    const after = conditionFrom(tokens, index + 1, token.depth);
    const before = /^and$/i.test(token.text) ? conditionBefore(tokens, index, token.depth) : null;
    return [before, after].filter((condition) => condition !== null);
  });
}

/** Returns the condition that begins at a token. Null if no condition does, as in `on true`, `on conflict`. */
function conditionFrom(tokens: readonly Token[], start: number, depth: number): Condition | null {
  let last = start;
  for (; last < tokens.length; last++) {
    const token = tokens[last];
    if (!token || token.depth < depth) break;
    if (token.depth > depth) continue;
    if (token.kind === "comma" || token.isAppended) break;
    const isDistinctFrom = tokens[last - 1]?.text === "distinct";
    if (token.kind === "word" && ends.test(token.text) && !isDistinctFrom) break;
  }
  const [first, end] = [tokens[start], tokens[last - 1]];
  if (!first || !end || last === start || /^(true|conflict)$/i.test(first.text)) return null;
  return { from: first.from, to: end.to };
}

/** Returns the condition that ends before the AND at a token. */
function conditionBefore(tokens: readonly Token[], and: number, depth: number): Condition | null {
  let first = and;
  for (; first > 0; first--) {
    const token = tokens[first - 1];
    if (!token || token.depth < depth) break;
    if (token.depth > depth) continue;
    if (token.kind === "comma" || (token.kind === "word" && begins.test(token.text))) break;
  }
  return conditionFrom(tokens, first, depth);
}

/** Finds the template literals of a source. Leaves out literals inside other literals. */
function templatesIn(source: string): Condition[] {
  const found: Condition[] = [];
  const plain = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (text) => " ".repeat(text.length));
  for (let at = plain.indexOf("`"); at >= 0; at = plain.indexOf("`", at)) {
    const to = endOfTemplate(plain, at + 1);
    found.push({ from: at + 1, to });
    at = to + 1;
  }
  return found;
}

function endOfTemplate(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "`") return at;
    if (text.startsWith("${", at)) at = endOfAtom(text, at) - 1;
  }
  return text.length;
}

/** Returns the index directly after the `${…}` that begins at `from`. */
function endOfAtom(text: string, from: number): number {
  let open = 0;
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "{") open++;
    else if (text[at] === "}" && --open === 0) return at + 1;
    else if (text[at] === "`") at = endOfTemplate(text, at + 1);
  }
  return text.length;
}

function tokensOf(source: string, start: number, end: number): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  /** The depths of the BETWEENs whose AND has not been read yet. That AND separates no conditions. */
  const betweens: number[] = [];
  for (let from = start; from < end; ) {
    const rest = source.slice(from, end);
    const space = /^\s+/.exec(rest)?.[0].length;
    if (space) {
      from += space;
      continue;
    }
    const to = rest.startsWith("${")
      ? endOfAtom(source, from)
      : from + (/^(?:'[^']*'|[a-z_]\w*(?:\.[\w*]+)?|.)/i.exec(rest)?.[0].length ?? 1);
    const text = source.slice(from, to);
    const word = text.toLowerCase();
    // brackets have the depth of the condition around them
    if (word === ")" || word === "end") depth--;
    const isOfBetween = word === "and" && betweens.at(-1) === depth;
    if (isOfBetween) betweens.pop();
    if (word === "between") betweens.push(depth);
    const kind = isOfBetween ? "other" : kindOf(word);
    const isAppended =
      kind === "atom" && (/[\w)'}]/.test(source[from - 1] ?? "") || /^\$\{inOrder\}$/.test(text));
    tokens.push({ kind, text, from, to, depth, isAppended });
    if (word === "(" || word === "case") depth++;
    from = to;
  }
  return tokens;
}

function kindOf(text: string): Token["kind"] {
  if (text.startsWith("${")) return "atom";
  if (text === "case") return "open";
  if (text === "end") return "close";
  if (/^[a-z_]/i.test(text)) return "word";
  return text === "(" ? "open" : text === ")" ? "close" : text === "," ? "comma" : "other";
}
