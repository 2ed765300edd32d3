import { createSecrets } from "@stampbook/core/secrets";
import { type Env, embeddedInProduction, weakKey } from "../../env.ts";
import { hasSecretKey, secretKeysOf } from "../../secret-key.ts";
import { weaknessOf } from "../../weak-key.ts";
import { asJson, readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { explain } from "../explain.ts";
import { type Finding, lineOf } from "../finding.ts";
import { lookAtConsole } from "./look-at-console.ts";
import { lookAtHttps } from "./look-at-https.ts";
import { lookIntoDatabase } from "./look-into-database.ts";
import { trySenders } from "./try-senders.ts";

/**
 * `doctor`: checks the settings, then the database, and reports all problems. If the settings are invalid,
 * makes no other check. If the database does not answer or lacks migrations, leaves out the checks of its
 * contents. Changes nothing.
 */
export const doctorCommand: Command = async (args, { env, out }) => {
  const { values } = readArguments("doctor", args);
  const findings: Finding[] = [];
  const tell = (finding: Finding) => {
    findings.push(finding);
    if (!values.json) out.write(lineOf(finding));
  };
  const settings = checked("settings", env);
  tell(settings.finding);
  if (settings.value) {
    tell(secretKey(settings.value));
    tell(lookAtHttps(settings.value));
    for (const finding of misspelt(settings.value)) tell(finding);
    tell(await lookAtConsole(settings.value));
    tell(await trySenders(settings.value.delivery));
    for (const finding of await lookIntoDatabase(settings.value)) tell(finding);
  }
  if (values.json) out.write(asJson({ findings }));
  return findings.some(({ ok }) => !ok) ? 1 : 0;
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
    const [current, ...old] = createSecrets(secretKeysOf(env)).keyIds;
    const from = env.secretKey
      ? "SECRET_KEY"
      : `kept in ${env.dataDirectory}: include it in every backup`;
    const ids = [`${current} (${from})`, ...old.map((id) => `${id} (old)`)];
    return { ok: true, of, says: ids.join(", ") };
  } catch (error) {
    return { ok: false, of, says: explain(error) };
  }
}

/** Reports variables whose names are almost those of settings. No process reads them. */
function misspelt({ misspelt: found }: Env): Finding[] {
  if (!found.length) return [];
  const says = found.map(({ name, meant }) => `${name} is not a setting. Did you mean ${meant}?`);
  return [{ ok: false, of: "settings", says: says.join("\n") }];
}
