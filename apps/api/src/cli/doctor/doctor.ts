import { parseArgs } from "node:util";
import { createSecrets } from "@stampbook/core/secrets";
import { type Env, embeddedInProduction, weakKey } from "../../env.ts";
import { hasSecretKey, secretKeysOf } from "../../secret-key.ts";
import { weaknessOf } from "../../weak-key.ts";
import type { Command } from "../command.ts";
import { explain } from "../explain.ts";
import { lookAtConsole } from "./look-at-console.ts";
import { lookAtHttps } from "./look-at-https.ts";
import { lookIntoDatabase } from "./look-into-database.ts";
import type { Finding } from "./types.ts";

/**
 * `doctor`: checks the settings, then the database, and reports all problems. If the settings are invalid,
 * makes no other check. If the database does not answer or lacks migrations, leaves out the checks of its
 * contents. Changes nothing.
 */
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
    tell(lookAtHttps(settings.value));
    tell(lookAtConsole(settings.value));
    tell(delivery(settings.value));
    for (const finding of await lookIntoDatabase(settings.value)) tell(finding);
  }
  return bad ? 1 : 0;
};

function checked(subject: string, read: () => Env): { finding: Finding; value?: Env } {
  try {
    const value = read();
    return { finding: { of: subject, ...whereDataLies(value) }, value };
  } catch (error) {
    return { finding: { ok: false, of: subject, says: explain(error) } };
  }
}

function whereDataLies({ database, production }: Env): Pick<Finding, "ok" | "says"> {
  if ("url" in database) return { ok: true, says: "database: a server (DATABASE_URL)" };
  const says = `database: embedded, in ${database.directory}`;
  return production ? { ok: false, says: `${says}\n${embeddedInProduction}` } : { ok: true, says };
}

function secretKey(env: Env): Finding {
  const of = "secret key";
  if (!hasSecretKey(env)) return { ok: true, of, says: "none yet: the first start creates one" };
  const weakness = env.secretKey === undefined ? null : weaknessOf(env.secretKey);
  if (weakness !== null) return { ok: false, of, says: weakKey(weakness) };
  try {
    createSecrets(secretKeysOf(env));
    const old = env.oldSecretKeys.length;
    const from = env.secretKey
      ? "SECRET_KEY"
      : `kept in ${env.dataDirectory}: include it in every backup`;
    return { ok: true, of, says: old ? `${from}, and ${old} old` : from };
  } catch (error) {
    return { ok: false, of, says: explain(error) };
  }
}

/** The channels that are set up, with their providers; never an account or a password. */
function delivery({ delivery: { email, sms, whatsapp } }: Env): Finding {
  const set = [
    email && `email by ${new URL(email.url).host}`,
    sms && `SMS by ${sms.provider}`,
    whatsapp && `WhatsApp by ${whatsapp.provider}`,
  ].filter((channel) => channel !== null);
  const says = set.join(", ") || "nothing configured: no email, SMS or WhatsApp is sent";
  return { ok: true, of: "delivery", says };
}
