import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "./statements.ts";

/** The texts of a statement, by the names of their forms. */
export type Texts = Readonly<Record<string, { readonly text: string }>>;

/** A source with another text. The file is from the root of the repository. */
export type ChangedSource = { readonly file: string; readonly text: string };

type Version = { readonly change: ChangedSource | null; readonly files: Set<string> };

/** By the number in the query of their modules' addresses. */
const versions: Version[] = [];

/** Sources that SQL comes from, and the doors between them. */
const mayHaveSql = /\/packages\/core\/src\/.*(?:\.sql|\/index)\.ts$/;

const versionOf = (url: string | undefined) => {
  const number = /\?version=(\d+)$/.exec(url ?? "")?.[1];
  return number === undefined ? undefined : versions[Number(number)];
};

const pathOf = (url: string) => fileURLToPath(url.replace(/\?.*$/, ""));

/** Modules of a version import others of the same version, so each version has its own statements. */
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
 * Makes the texts of the statement in a file, with one source changed. Returns them with the files of
 * SQL that they come from. Throws what the sources throw.
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
