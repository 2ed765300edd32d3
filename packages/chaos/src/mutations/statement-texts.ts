import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "./statements.ts";

/**
 * The SQL texts of one statement, keyed by form: many calls as JSON, one call as parameters, and so on
 * (`core/src/foundation/writing/form.ts`).
 */
export type Texts = Readonly<Record<string, { readonly text: string }>>;

/** A source file with a changed text. `file` is relative to the root of the repository. */
export type ChangedSource = { readonly file: string; readonly text: string };

type Version = { readonly change: ChangedSource | null; readonly files: Set<string> };

/** All versions of the sources, by number. The address of a module of version 3 ends in `?version=3`. */
const versions: Version[] = [];

/** Sources of the core that contain SQL, and the index files through which they import each other. */
const mayHaveSql = /\/packages\/core\/src\/.*(?:\.sql|\/index)\.ts$/;

const versionOf = (url: string | undefined) => {
  const number = /\?version=(\d+)$/.exec(url ?? "")?.[1];
  return number === undefined ? undefined : versions[Number(number)];
};

const pathOf = (url: string) => fileURLToPath(url.replace(/\?.*$/, ""));

/** Makes a module of a version import modules of the same version. So each version has its own statements. */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const version = versionOf(context.parentURL);
    if (!version || !mayHaveSql.test(found.url)) return found;
    return { ...found, url: `${found.url}?version=${versions.indexOf(version)}` };
  },
  load(url, context, next) {
    const loaded = next(url, context);
    const version = versionOf(url);
    if (!version) return loaded;
    const file = pathOf(url);
    version.files.add(file);
    const isChanged = version.change && join(root, version.change.file) === file;
    return isChanged ? { ...loaded, source: version.change.text } : loaded;
  },
});

/**
 * Makes the SQL texts of the statement in a file, with `change` applied. Returns the texts, and the SQL files
 * that contain their parts. Throws if the file exports no statement, or if the sources throw.
 */
export async function textsOf(
  file: string,
  change: ChangedSource | null = null,
): Promise<{ readonly texts: Texts; readonly files: readonly string[] }> {
  const version: Version = { change, files: new Set() };
  const number = versions.push(version) - 1;
  const url = `${pathToFileURL(join(root, file)).href}?version=${number}`;
  const exported: Readonly<Record<string, unknown>> = await import(url);
  const statement = Object.values(exported).find(
    (value): value is { texts: Texts } =>
      typeof value === "object" && value !== null && "texts" in value,
  );
  if (!statement) throw new Error(`${file} exports no statement.`);
  const files = [...version.files].filter((path) => path.endsWith(".sql.ts"));
  return { texts: statement.texts, files: files.map((path) => path.slice(root.length)) };
}
