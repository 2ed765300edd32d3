import { identifyToken } from "@stampbook/core/access";
import { readDatabase } from "@stampbook/core/audit";
import type { CoreDeps, KnownCaller } from "@stampbook/core/context";
import { isDatabaseError } from "@stampbook/db";
import { importFile } from "./cli/import/import-file.ts";
import { silent } from "./cli/import/progress.ts";
import { documentSource } from "./cli/import/source.ts";
import { DAY_MS, DAYS_OF_LIFE, dateInJakarta } from "./demo/calendar.ts";
import { type DemoDocument, demoDocument } from "./demo/demo-document.ts";
import { makeDemoHistory } from "./demo/history.ts";

export type Addresses = {
  readonly console: string;
  /** Where the API listens, such as `http://127.0.0.1:4000`. */
  readonly api: string;
};

export type Outputs = {
  /** Called with lines for the person who starts the process. */
  readonly print: (lines: readonly string[]) => void;
  /** Called with an error after which the demo lacks some of its sales and other history. */
  readonly onIncomplete: (error: unknown) => void;
};

/**
 * Loads the demo merchant if the database is empty. Prints the API's address, and, if the demo was loaded,
 * its sign-ins, token and example call. These are printed before the demo's history is recorded: a later
 * start cannot print them again, so they must not get lost if this start is interrupted.
 */
export async function firstStart(
  deps: CoreDeps,
  addresses: Addresses,
  { print, onIncomplete }: Outputs,
): Promise<void> {
  const { merchants, now } = await readDatabase(deps.db);
  const address = `API: ${addresses.api}`;
  if (merchants.length) return print([address]);
  print(["The database is empty. Loading a demo merchant …"]);
  const start = Date.parse(now) + deps.clockOffsetMs;
  const demo = await loadDemo(deps, start);
  print([address, ...(demo ? signInsOf(demo, addresses) : [])]);
  if (!demo) return;
  try {
    await makeDemoHistory({ ...deps, caller: demo.caller }, start);
    print(["", "The demo is complete."]);
  } catch (error) {
    onIncomplete(error);
  }
}

function signInsOf({ caller, token, passwords, member }: Demo, addresses: Addresses) {
  return [
    "",
    `The demo merchant is ${caller.merchant.name}. Its sales, redemptions and bookings of eight weeks follow within seconds.`,
    `Its console is ${addresses.console}. What follows is shown only now:`,
    ...passwords.map(({ email, password }) => `  Sign in as ${email} with ${password}`),
    `  Token of a till: ${token}`,
    `  For the documented examples: ${member.user} has the PIN ${member.pin} and the password ${member.password}`,
    "",
    "Redeem a voucher:",
    `  curl -X POST ${addresses.api}/api/v2/redemptions/redeem-voucher -H 'Authorization: Token ${token}' -H 'Content-Type: application/json' -H 'Idempotency-Key: receipt-4711' -d '{"user": "customer@example.com", "voucher": 4, "store": 32, "invoice_number": "4711"}'`,
  ];
}

type Demo = Pick<DemoDocument, "member"> & {
  readonly caller: KnownCaller;
  readonly token: string;
  readonly passwords: readonly { readonly email: string; readonly password: string }[];
};

/** SQLSTATEs of an import that fails because another process has loaded the demo, or is loading it now. */
const lostRace = new Set(["23505", "55P03", "40P01"]);

/**
 * Imports the demo as of eight weeks ago. Returns null if another process was first. Throws if the import
 * refuses the demo.
 */
async function loadDemo(deps: CoreDeps, now: number): Promise<Demo | null> {
  const { document, member } = demoDocument(deps.secrets, dateInJakarta(now));
  const before = { ...deps, clockOffsetMs: deps.clockOffsetMs - DAYS_OF_LIFE * DAY_MS };
  const outcome = await importFile(before, documentSource("the demo", document), silent).catch(
    (error: unknown) => {
      if (isDatabaseError(error) && lostRace.has(error.code)) return null;
      throw error;
    },
  );
  if (outcome === null) return null;
  if (outcome.is !== "imported") {
    const { merchants } = await readDatabase(deps.db);
    if (merchants.length) return null;
    throw new Error(
      `The demo is not sound: ${outcome.is === "refused" ? outcome.lines.join("; ") : ""}`,
    );
  }
  const { tokens, passwords } = outcome.done;
  const token = tokens.find(({ name }) => name === "POS");
  const caller = token && (await identifyToken(deps, token.secret));
  if (!caller) throw new Error("The demo has no token that opens everything.");
  return { caller, token: token.secret, passwords, member };
}
