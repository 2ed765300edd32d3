import { parseArgs } from "node:util";
import { readDatabase } from "@stampbook/core/audit";
import { type Channel, channels, countWaitingMessages } from "@stampbook/core/messages";
import { createSecrets } from "@stampbook/core/secrets";
import { connect } from "@stampbook/db";
import type { Env } from "../env.ts";
import { secretKeysOf } from "../secret-key.ts";
import type { Command } from "./command.ts";
import { explain } from "./explain.ts";

type Finding = { readonly ok: boolean; readonly of: string; readonly says: string };

const TOLERATED_MS = 2_000;

/** `doctor`: every check runs, whatever the others say. */
export const doctorCommand: Command = async (args, { env, out }) => {
  parseArgs({ args: [...args], options: {} });
  let bad = 0;
  const tell = ({ ok, of, says }: Finding) => {
    bad += ok ? 0 : 1;
    out.write(
      `${ok ? "ok " : "fix"}  ${of.padEnd(11)} ${says.replaceAll("\n", `\n${" ".repeat(17)}`)}\n`,
    );
  };
  const settings = checked("settings", env);
  tell(settings.finding);
  if (settings.value) {
    tell(secretKey(settings.value));
    tell(delivery(settings.value));
    for (const finding of await database(settings.value)) tell(finding);
  }
  return bad ? 1 : 0;
};

function checked(of: string, read: () => Env): { finding: Finding; value?: Env } {
  try {
    const value = read();
    const where = value.databaseUrl
      ? "PostgreSQL (DATABASE_URL)"
      : `embedded, in ${value.dataDirectory}`;
    return { finding: { ok: true, of, says: `database: ${where}` }, value };
  } catch (error) {
    return { finding: { ok: false, of, says: explain(error) } };
  }
}

function secretKey(env: Env): Finding {
  const of = "secret key";
  try {
    createSecrets(secretKeysOf(env));
    const old = env.oldSecretKeys.length;
    const from = env.secretKey
      ? "SECRET_KEY"
      : `kept in ${env.dataDirectory}: it belongs into every backup`;
    return { ok: true, of, says: old ? `${from}, and ${old} old` : from };
  } catch (error) {
    return { ok: false, of, says: explain(error) };
  }
}

/** Which channels are set up, and by whom; never an account or a password. */
function delivery({ delivery: { email, sms, whatsapp } }: Env): Finding {
  const set = [
    email && `email by ${new URL(email.url).host}`,
    sms && `SMS by ${sms.provider}`,
    whatsapp && `WhatsApp by ${whatsapp.provider}`,
  ].filter((channel) => channel !== null);
  const says = set.join(", ") || "nothing configured: no email, SMS or WhatsApp is sent";
  return { ok: true, of: "delivery", says };
}

async function database(env: Env): Promise<Finding[]> {
  const { databaseUrl, dataDirectory } = env;
  try {
    const location = databaseUrl ? { url: databaseUrl } : { directory: dataDirectory };
    const open = await connect(location, { connections: 1 });
    try {
      const before = Date.now();
      const { version, now, merchants } = await readDatabase(open.db);
      const difference = Date.parse(now) - (before + Date.now()) / 2;
      return [
        { ok: true, of: "database", says: `PostgreSQL ${version}, ${open.kind}` },
        { ok: true, of: "migrations", says: "current" },
        clock(difference),
        { ok: true, of: "merchants", says: namesOf(merchants) },
        outbox(env, await countWaitingMessages(open)),
      ];
    } finally {
      await open.close();
    }
  } catch (error) {
    return [{ ok: false, of: "database", says: explain(error) }];
  }
}

/** Messages that wait: in production something has to send them. */
function outbox(env: Env, waiting: Readonly<Record<Channel, number>>): Finding {
  const queued = channels.filter((channel) => waiting[channel] > 0);
  const stuck = queued.filter((channel) => !env.delivery[channel]);
  const counts = queued.map((channel) => `${waiting[channel]} by ${channel}`);
  const says = counts.length ? `waiting: ${counts.join(", ")}` : "nothing waits to be sent";
  const why = stuck.length ? `; nothing is set up to send by ${stuck.join(" and ")}` : "";
  return { ok: !stuck.length || !env.production, of: "outbox", says: says + why };
}

function clock(difference: number): Finding {
  const seconds = `${(Math.abs(difference) / 1_000).toFixed(1)} s apart`;
  return Math.abs(difference) <= TOLERATED_MS
    ? { ok: true, of: "clock", says: `this machine and the database are ${seconds}` }
    : {
        ok: false,
        of: "clock",
        says: `this machine and the database are ${seconds}: the database's time decides, so set its clock by NTP, and this one's`,
      };
}

function namesOf(merchants: readonly { readonly id: number; readonly name: string }[]): string {
  const SHOWN = 10;
  const names = merchants.slice(0, SHOWN).map(({ id, name }) => `${id} ${name}`);
  if (merchants.length > SHOWN) names.push(`and ${merchants.length - SHOWN} more`);
  return names.join(", ") || "none yet: import one, or npm start loads a demo";
}
