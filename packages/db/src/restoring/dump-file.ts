import { createReadStream, existsSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** A file or directory cannot be restored. The message says why, and what to do. */
export class BadDump extends Error {
  override readonly name = "BadDump";
}

/** This machine or the server cannot restore any dump. The message says what to do. */
export class CannotRestore extends Error {
  override readonly name = "CannotRestore";
}

/** A dump: an archive, which `pg_restore` reads, or a script, which `psql` runs. */
export type DumpFile = {
  readonly form: "custom format" | "directory" | "tar archive" | "script" | "compressed script";
  readonly bytes: number;
  /** Opens a script; null for an archive. */
  readonly open: (() => Readable) | null;
};

const HEAD = 512;
/** Where the head of a tar archive names its format. */
const TAR_AT = 257;

/** Looks at a dump's first bytes. Throws `BadDump` if `pg_dump` makes no such file. */
export async function lookAtDump(path: string): Promise<DumpFile> {
  const found = await stat(path);
  if (found.isDirectory()) {
    if (!existsSync(join(path, "toc.dat")))
      throw new BadDump(`${path} is a directory without toc.dat: pg_dump did not make it.`);
    return { form: "directory", bytes: 0, open: null };
  }
  const bytes = found.size;
  const head = await headOf(path);
  if (head.startsWith("PGDMP")) return { form: "custom format", bytes, open: null };
  if (head.startsWith("ustar", TAR_AT)) return { form: "tar archive", bytes, open: null };
  if (head.startsWith("\x1f\x8b"))
    return {
      form: "compressed script",
      bytes,
      open: () => {
        const unzipped = createGunzip();
        return createReadStream(path)
          .on("error", (e) => unzipped.destroy(e))
          .pipe(unzipped);
      },
    };
  if (/^--\s+-- PostgreSQL database /m.test(head))
    return { form: "script", bytes, open: () => createReadStream(path) };
  throw new BadDump(
    `${path} is no dump of pg_dump: neither its custom, directory or tar format, nor a script.`,
  );
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}
