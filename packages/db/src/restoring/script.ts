import type { Readable } from "node:stream";
import { BadDump } from "./dump-file.ts";

const END = "-- PostgreSQL database dump complete";

/** What would leave the scratch database, or change the server: other databases, roles, psql's own commands. */
const foreign = /^(?:\\|(?:CREATE|ALTER|DROP) (?:DATABASE|ROLE|USER|TABLESPACE|SUBSCRIPTION)\b)/i;
/** The two commands by which `pg_dump` confines psql. */
const confinement = /^\\(?:un)?restrict /;
/** Owners and rights, which need roles that the server may lack. `pg_restore` leaves them out by options. */
const ownership = /^(?:ALTER .* OWNER TO .*|(?:GRANT|REVOKE|ALTER DEFAULT PRIVILEGES) .*);$/;

/**
 * Passes a script of `pg_dump` on, without owners and rights. Throws `BadDump` at the first line that would
 * change something outside its database, before the line is passed on, and at the end if the script is not
 * complete: psql takes a script that was cut off as a whole one.
 */
export async function* safeScript(script: Readable): AsyncGenerator<Buffer> {
  let isBegun = false;
  let isData = false;
  let isComplete = false;
  for await (const lines of linesOf(script)) {
    const passed: string[] = [];
    for (const line of lines) {
      if (!isBegun && !line.startsWith("--"))
        throw new BadDump("It is no script of pg_dump. Unpack it first if it is an archive.");
      isBegun = true;
      if (isData) {
        if (line === "\\.") isData = false;
      } else {
        if (foreign.test(line) && !confinement.test(line))
          throw new BadDump(
            `The dump names databases or roles of its own (${line.split(" ", 2).join(" ")}), as with pg_dump --create or pg_dumpall, and this command changes nothing outside its scratch database. Dump the database alone, with pg_dump.`,
          );
        if (ownership.test(line)) continue;
        if (line.startsWith("COPY ") && line.endsWith(" FROM stdin;")) isData = true;
        else if (line === END) isComplete = true;
      }
      passed.push(line);
    }
    // latin1 keeps each byte, whatever the dump's encoding is
    yield Buffer.from(`${passed.join("\n")}\n`, "latin1");
  }
  if (!isComplete) throw new BadDump("The dump is cut off: its end is missing.");
}

async function* linesOf(script: Readable): AsyncGenerator<string[]> {
  let rest = "";
  for await (const chunk of script.setEncoding("latin1")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  yield [rest];
}
