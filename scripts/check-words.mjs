// Lists words in comments and documents that readers stumble over. The rule is in CONTRIBUTING.md, "Writing".
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Words to avoid, each with what to write instead. */
const words = [
  [/\bwhence\b|\b(there|here)(of|by|in|with)\b/i, "where it comes from, by this"],
  [/\btell(s|ing)?\b|\btold\b/i, "return, report, show"],
  [/\bby itself\b/i, "automatically, alone"],
  [/\bwhat is there\b/i, "existing, known"],
  [/\bwho calls\b/i, "the caller"],
  [/\bof (which|who)\b/i, "its, whose"],
  [/\bso (many|much)\b/i, "n, the number of"],
  [/\bis not said\b/i, "is not reported"],
  [/\bnobody in particular\b/i, "an anonymous caller"],
  [/\banew\b|\bafresh\b/i, "again"],
  [/\bin the place of\b/i, "instead of"],
  [/\bnothing of\b/i, "no part of"],
  [/\blies? (in|on|at)\b/i, "is in"],
  [/\b(scene|verdict)s?\b/i, "what the statement saw; the refusal"],
];

const stems =
  "anonym|author|capital|custom|emphas|final|general|initial|maxim|minim|normal|optim|organ|priorit|real|recogn|serial|special|standard|summar|synchron|util|visual";
/** British spellings, each with the American ones. `catalogue` and `programme` are names of the interface. */
const spellings = [
  [/\b\w*(behavi|col|fav|flav|hon|lab|neighb)our\w*/i, "behavior, color, honor"],
  [/\b(cancell(ed|ing)|labell(ed|ing)|modell(ed|ing))\b/i, "canceled, labeled, modeled"],
  [new RegExp(`\\b(${stems})is(e|ed|er|es|ing|ation)\\b`, "i"), "-ize, -ized, -ization"],
  [/\b(enrol|fulfil)(s|ment)?\b|\bjudgement\b/i, "enroll, fulfill, judgment"],
  [/\b(centre|defence|dialogue|grey|learnt|licence)\b/i, "center, dialog, gray, learned"],
].map(([pattern, words]) => [pattern, `in American spelling, as in: ${words}`]);

/**
 * Files that are not checked: the interface, which is quoted word for word, the generated list of operations,
 * the table of security tests, and the migrations.
 */
const others = /^docs\/(interface|operations|security)[^/]*\.md$|^packages\/db\/migrations\//;
const about = /^scripts\/check-words/;
const skipped = new Set(["node_modules", ".next", "dist", ".turbo", ".test", ".data"]);
const messages = "apps/console/src/messages/en.json";
const code = "{apps,packages,scripts}/**/*.{ts,tsx,mjs,sql}";

/** Returns all findings under the root, as `{ path, line, word, instead }`. */
export function checkWords(root) {
  const exclude = ({ name }) => skipped.has(name);
  const files = [code, "docs/**/*.md", "*.md"]
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude, withFileTypes: true }))
    .map((entry) => pathOf(root, entry))
    .filter((path) => !others.test(path) && !about.test(path));
  return [messages, ...files.sort()].flatMap((path) =>
    findings(path, readFileSync(join(root, path), "utf8")),
  );
}

/**
 * Returns the findings in one file. Searches the comments of code, or a document, except inline code. Of the
 * console's messages, searches the texts, for their spelling alone.
 */
export function findings(path, text) {
  const isMessages = path.endsWith(".json");
  const patterns = isMessages ? spellings : [...words, ...spellings];
  const read = isMessages ? textOf : path.endsWith(".md") ? (line) => line : commentOf;
  return text.split("\n").flatMap((line, index) => {
    const prose = read(line).replaceAll(/`[^`]*`/g, "");
    return patterns.flatMap(([pattern, instead]) => {
      const [word] = pattern.exec(prose) ?? [];
      return word ? [{ path, line: index + 1, word, instead }] : [];
    });
  });
}

/** Returns the text of a line of messages, without its key. */
function textOf(line) {
  return /": "(.*)"/.exec(line)?.[1] ?? "";
}

/** Returns the comment of a line, or an empty text. A `//` inside a string begins no comment. */
function commentOf(line) {
  const [, whole] = /^\s*(?:\/\/|\/?\*+\/?|--)(?:\s(.*))?$/.exec(line) ?? [];
  if (whole !== undefined) return whole;
  const [, after = ""] = /[;,{})\s]\s\/\/ (.*)$/.exec(line) ?? [];
  return after;
}

function pathOf(root, entry) {
  return join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = checkWords(fileURLToPath(new URL("..", import.meta.url)));
  for (const { path, line, word, instead } of found)
    console.error(`${path}:${line}: "${word}". Write it plainly: ${instead}.`);
  console.log(`words: ${found.length} finding(s)`);
  process.exitCode = found.length ? 1 : 0;
}
