import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The major version of the npm package's PostgreSQL; `binaries.test.ts` compares them. */
export const MAJOR = "18";

/** The directory has data that this version cannot open. The message says what to do. */
export class UnusableDirectory extends Error {
  override readonly name = "UnusableDirectory";
}

/** The paths inside a directory in the settings. */
export function filesIn(directory: string) {
  const inside = (name: string) => resolve(directory, name);
  return {
    data: inside("postgresql"),
    /** The data of a start that has not finished. */
    unfinished: inside("postgresql.new"),
    password: inside("postgresql-password"),
    log: inside("postgresql.log"),
    lock: inside("owner.sqlite"),
    owner: inside("owner.json"),
  };
}

/**
 * Whether a directory has an embedded database. Other files, such as the secret key or a lock, may be there
 * without one. Throws `UnusableDirectory`.
 */
export function hasEmbeddedDatabase(directory: string): boolean {
  const { data, password } = filesIn(directory);
  const major = majorIn(data);
  if (major === undefined) {
    if (majorIn(join(directory, "database")) === undefined) return false;
    throw new UnusableDirectory(
      `The database in ${directory} was made by an earlier version of Stampbook, with another engine. Nothing was changed. With that version, export each merchant (\`npm run stampbook -- export --merchant <id>\`). Then move the directory away, and import the files with this version (\`npm run stampbook -- import <file>\`).`,
    );
  }
  if (major !== MAJOR)
    throw new UnusableDirectory(
      `The database in ${directory} was made by PostgreSQL ${major}, but this version of Stampbook has PostgreSQL ${MAJOR}. Nothing was changed. Start it with the version of Stampbook that made it, or export each merchant there, move the directory away, and import the files with this version.`,
    );
  if (!existsSync(password))
    throw new UnusableDirectory(
      `The password of the database, ${password}, is missing. Nothing was changed. Copy the file back from a backup of the directory.`,
    );
  return true;
}

function majorIn(data: string): string | undefined {
  try {
    return readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Creates a directory, if needed, that only its owner can enter. */
export function keepToOwner(directory: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}
