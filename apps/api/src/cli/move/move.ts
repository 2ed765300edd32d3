import { runAudit } from "@stampbook/core/audit";
import { createSecrets } from "@stampbook/core/secrets";
import {
  BadAddress,
  CannotMove,
  confirmMove,
  connect,
  type Move,
  moveBack,
  moveMerchant,
  readAddress,
} from "@stampbook/db";
import type { Env } from "../../env.ts";
import { findMissingKeys } from "../../running/check-keys.ts";
import { secretKeysOf } from "../../secret-key.ts";
import { asJson, readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { idOption, Refused, WrongUsage } from "../usage.ts";

const PAUSE_S = 2;
/** Longer than the deadline of a call. */
const DRAIN_MS = 12_000;

/**
 * `move --merchant <id> --to <url>`: moves a merchant with its history to another installation's database, up to
 * the switch. `--back` takes it back, `--confirm` ends the move.
 */
export const moveCommand: Command = async (args, { env, out, err }) => {
  const { values } = readArguments("move", args);
  const merchantId = idOption("merchant", values.merchant);
  if (values.back && values.confirm) throw new WrongUsage("Either --back or --confirm.");
  const settings = env();
  const move: Move = {
    merchantId,
    from: addressOf("from", values.from ?? ownAddress(settings)),
    to: addressOf("to", values.to),
    address: values.address ?? null,
    pauseMs: 1_000 * secondsOf(values.pause),
    drainMs: DRAIN_MS,
    audit: (url) => auditOf(url, merchantId),
    checkKeys: (url) => checkKeys(settings, url),
    onStep: (says) => err.write(`${says}\n`),
  };
  try {
    if (values.confirm) {
      await confirmMove(move);
      return 0;
    }
    const { pauseMs } = await (values.back ? moveBack(move) : moveMerchant(move));
    if (values.json) out.write(asJson({ merchant: merchantId, stoppedMs: pauseMs }));
    else if (!values.back)
      out.write(
        `Merchant ${merchantId} is in the other database. Give that installation the same SECRET_KEY (${keyIn(settings)}), and its tills and staff its address. Then end the move with --confirm, or take it back with --back.\n`,
      );
    return 0;
  } catch (error) {
    throw error instanceof CannotMove ? new Refused(error.message) : error;
  }
};

const keyIn = (env: Env) => createSecrets(secretKeysOf(env)).keyIds[0];

function ownAddress({ database }: Env): string {
  if ("url" in database) return database.url;
  throw new WrongUsage("A move needs a server: DATABASE_URL is not set.");
}

function addressOf(option: string, url: string): string {
  try {
    readAddress(url);
    return url;
  } catch (error) {
    throw error instanceof BadAddress ? new WrongUsage(`--${option} ${error.says}.`) : error;
  }
}

function secondsOf(text = String(PAUSE_S)): number {
  const seconds = Number(text);
  if (!/^\d{1,4}$/.test(text) || seconds === 0)
    throw new WrongUsage("--pause takes a whole number of seconds above 0.");
  return seconds;
}

async function auditOf(url: string, merchantId: number): Promise<string[]> {
  const open = await connect({ url }, { connections: 1, isPatient: true, migrate: false });
  try {
    const broken = await runAudit(open.db, merchantId);
    return broken.map(({ invariant, detail }) => `${invariant}: ${detail}`);
  } finally {
    await open.close();
  }
}

/** Says which rows of a database were made with other keys than those of the settings. */
async function checkKeys(env: Env, url: string): Promise<string[]> {
  const secrets = createSecrets(secretKeysOf(env));
  const open = await connect({ url }, { connections: 1, isPatient: true, migrate: false });
  try {
    const { says } = await findMissingKeys({ db: open.db, secrets });
    const where = `The database ${readAddress(url).database} has`;
    return says.map((what) => `${where} ${what}. Both installations must have the same keys.`);
  } finally {
    await open.close();
  }
}
