import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Names of files in a layout's folder. Next shows these files inside the layout, in place of a page. */
const besideLayout = ["error.tsx", "not-found.tsx"];

/**
 * Returns the files that a file imports by a relative path, statically or dynamically. Leaves out type
 * imports.
 */
function importsOf(file: string, text: string): string[] {
  const names = text.matchAll(
    /(?:\b(?:import|export)\s+(?!type\b)(?:[\w*{][^;"']*?\sfrom\s+)?|\bimport\(\s*)"(\.{1,2}\/[^"]+)"/g,
  );
  return [...names].map(([, name = ""]) => join(dirname(file), name));
}

/** Patterns of code that destructures groups from the object of all texts: `{ a, b: { c } }: Messages`. */
const takesFromAll = [
  /\{([^;=]*?)\}\s*:\s*Messages\b/g,
  /\{([^;=]*?)\}\s*=\s*useMessages\(/g,
  /useCsvWords\(\(\{([^;=]*?)\}\)\s*=>/g,
];

/** Returns the groups of texts that a file uses itself. */
function groupsIn(text: string, groups: readonly string[]): string[] {
  const named = [...text.matchAll(/useTranslations\(\s*"([^".]+)/g)].map(([, group]) => group);
  if (/useCsvWords\(\(messages\)/.test(text))
    named.push(...[...text.matchAll(/\bmessages\.(\w+)/g)].map(([, group]) => group));
  for (const pattern of takesFromAll)
    for (const [, taken = ""] of text.matchAll(pattern))
      named.push(...(taken.replaceAll(/\{[^{}]*\}/g, "").match(/\w+/g) ?? []));
  // a translator that was created without a group has the group in its keys: `refusals.${code}`
  if (/useTranslations\(\s*\)|\buseTranslations<never>/.test(text))
    named.push(...[...text.matchAll(/["'`](\w+)\./g)].map(([, group]) => group));
  return groups.filter((group) => named.includes(group));
}

/** Returns the groups of texts that files use, directly or through their imports. */
function groupsBehind(files: readonly string[], groups: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) continue;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    for (const group of groupsIn(text, groups)) found.add(group);
    waiting.push(...importsOf(file, text));
  }
  return found;
}

/**
 * Returns the groups of texts that each page and layout below `app/` uses. The key is the page's folder, such
 * as `(desk)/customers`, or `(desk)/layout` for a layout. Leaves out the groups that a layout above it has.
 */
export function groupsOfPages(source: string): Record<string, string[]> {
  const groups = Object.keys(JSON.parse(readFileSync(`${source}/messages/en.json`, "utf8")));
  const app = `${source}/app`;
  const places = globSync("**/{page,layout}.tsx", { cwd: app }).sort();
  const all = new Map(
    places.map((place) => {
      const folder = join(app, dirname(place));
      const beside = place.endsWith("layout.tsx")
        ? besideLayout.map((name) => `${folder}/${name}`)
        : [];
      return [place, groupsBehind([join(app, place), ...beside], groups)];
    }),
  );
  return Object.fromEntries(
    places.map((place) => {
      const above = new Set<string>();
      for (let folder = dirname(place); ; folder = dirname(folder)) {
        const layout = join(folder, "layout.tsx");
        if (layout !== place) for (const group of all.get(layout) ?? []) above.add(group);
        if (folder === ".") break;
      }
      const own = [...(all.get(place) ?? [])].filter((group) => !above.has(group)).sort();
      return [place.replace(/(^|\/)page\.tsx$|\.tsx$/, ""), own];
    }),
  );
}
