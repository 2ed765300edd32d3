// Rules for all folders: meaningful names, few and short files, one reader of the environment, no suppressed
// checks.
import { posix } from "node:path";
import { lineAt } from "./source.mjs";

const longest = 250;
const mostFiles = 25;
const empty = new Set(
  "util utils helper helpers common lib service services manager managers".split(" "),
);
const named = /^(packages|apps\/api)\//;
const mayReadEnvironment =
  /(^|\/)(env|testing)\.ts$|\.config\.\w+$|(^|\/)(scripts|testing|bench|chaos)\//;
const gags = [
  [/\bas any\b/g, "`as any` hides what the type is. Name the type, or take `unknown` and look."],
  [
    /biome-ignore|eslint-disable/g,
    "a rule is not silenced. Follow it, or change it for all in biome.json.",
  ],
  [/@ts-(ignore|nocheck)/g, "an error of the compiler is not silenced. Mend the type."],
];
/** Files that may contain the texts in `gags`, because they check for these texts or test the checks. */
const speaksOfThem = /^scripts\/(structure\/|check-structure)/;

export function checkEverywhere(files) {
  return [...checkFolders(files), ...files.flatMap(checkFile)];
}

function checkFile(file) {
  return [
    ...checkName(file),
    ...checkLength(file),
    ...checkEnvironment(file),
    ...checkGags(file),
    ...checkWireTypes(file),
    ...checkLists(file),
  ];
}

function checkFolders(files) {
  const counts = new Map();
  for (const { path } of files) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(([path, count]) => ({
      path,
      says: `${count} files; none has more than ${mostFiles}. Divide it by what its files do.`,
    }));
}

function checkName({ path }) {
  if (!named.test(path)) return [];
  const word = path.split(/[/.-]/).find((part) => empty.has(part));
  return word ? [{ path, says: `"${word}" says nothing. Name it for what it does or knows.` }] : [];
}

function checkLength({ path, text, isTest }) {
  const lines = text.trimEnd().split("\n").length;
  if (isTest || lines <= longest) return [];
  return [
    { path, says: `${lines} lines; none has more than ${longest}. There are two things in it.` },
  ];
}

function checkEnvironment({ path, code, isTest }) {
  if (isTest || mayReadEnvironment.test(path)) return [];
  return places(code, /\bprocess\.env\b|\bimport\.meta\.env\b/g).map((line) => ({
    path,
    line,
    says: "env.ts alone reads the environment. Add the setting there and pass it in.",
  }));
}

function checkGags({ path, text }) {
  if (speaksOfThem.test(path)) return [];
  return gags.flatMap(([pattern, says]) =>
    places(text, pattern).map((line) => ({ path, line, says })),
  );
}

function checkWireTypes({ path, imports, isTest }) {
  if (isTest || !/^(packages\/client|apps\/console)\//.test(path)) return [];
  return imports
    .filter(({ specifier, typeOnly }) => !typeOnly && /^@stampbook\/router(\/|$)/.test(specifier))
    .map(({ line }) => ({
      path,
      line,
      says: "of the router only the type is known here: write `import type`, or the server comes along.",
    }));
}

/** Files that may use `<table>`, because their tables are not lists of records. */
const tables = /\/(key-list|receipt)\.tsx$/;

/**
 * Checks that lists use `DataList`, which shows whether a list is loading, failed, is empty or has more rows.
 */
function checkLists({ path, code, isTest }) {
  if (isTest || !path.startsWith("apps/console/src/features/") || tables.test(path)) return [];
  return places(code, /<table\b/g).map((line) => ({
    path,
    line,
    says: "a list of rows is a DataList of ui/list/data-list.tsx, which shows its states and its next page.",
  }));
}

const places = (text, pattern) =>
  [...text.matchAll(pattern)].map(({ index }) => lineAt(text, index));
