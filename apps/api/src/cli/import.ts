import type { MerchantImported } from "@stampbook/core/moving";
import { asJson, readArguments } from "./arguments.ts";
import { type Command, withDatabase } from "./command.ts";
import { importFile } from "./import/import-file.ts";
import { createProgress } from "./import/progress.ts";
import { fileSource } from "./import/source.ts";
import { sectionNames, sections } from "./merchant-file/sections.ts";
import { Refused } from "./usage.ts";

/** `import <file>`: imports the merchant in a file, all of it or nothing. */
export const importCommand: Command = async (args, { env, out, err }) => {
  const { values, positional: path } = readArguments("import", args);
  const source = await fileSource(path);
  const outcome = await withDatabase(env(), { err }, (deps) =>
    importFile(deps, source, createProgress(err)),
  );
  if (outcome.is === "refused") throw new Refused(...outcome.lines, "Nothing was imported.");
  if (outcome.is === "known") {
    const { merchantId } = outcome;
    if (values.json) out.write(asJson({ merchant: { id: merchantId }, isNew: false }));
    else
      out.write(`${path} was imported before, as merchant ${merchantId}. Nothing was changed.\n`);
    return 0;
  }
  const { merchant, done } = outcome;
  if (values.json) {
    const { id, name } = merchant;
    out.write(asJson({ merchant: { id, name }, isNew: true, ...done }));
    return 0;
  }
  out.write(`Imported merchant ${merchant.id}, ${merchant.name}:\n`);
  for (const line of [...countLines(done), ...secretLines(done)]) out.write(`${line}\n`);
  return 0;
};

function countLines({ counts }: MerchantImported): string[] {
  return sectionNames.flatMap((name) => {
    const { kind } = sections[name];
    const count = kind === "merchant" ? 0 : (counts[kind] ?? 0);
    return count ? [`  ${name.replace("_", " ")}: ${count.toLocaleString("en")}`] : [];
  });
}

function secretLines({ tokens, passwords, knownStaff }: MerchantImported): string[] {
  return [
    ...tokens.map(({ name, secret }) => `Token ${name}, shown this once: ${secret}`),
    ...passwords.map(({ email, password }) => `Password of ${email}, shown this once: ${password}`),
    ...knownStaff.map((email) => `${email} is known here, and keeps name and password.`),
  ];
}
