import { endToken, listTokens, mintToken, type Token } from "@stampbook/core/access";
import { readDatabase } from "@stampbook/core/audit";
import type { CoreDeps } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { asJson, readArguments } from "./arguments.ts";
import { type Command, withDatabase, withDatabaseAsItIs } from "./command.ts";
import { day } from "./merchant-file/fields.ts";
import { officeOf, operator } from "./office.ts";
import { idOption, listOption, Refused, WrongUsage } from "./usage.ts";

/** `token create`: makes an API token and prints it once. */
export const createTokenCommand: Command = async (args, { env, out, err }) => {
  const { values } = readArguments("token create", args);
  const merchantId = idOption("merchant", values.merchant);
  if (values.expires !== undefined && !day.safeParse(values.expires).success)
    throw new WrongUsage("--expires takes a date, YYYY-MM-DD.");
  const input = {
    name: values.name,
    scopes: listOption("scopes", values.scopes),
    stores:
      values.stores === undefined
        ? null
        : listOption("stores", values.stores).map((id) => idOption("stores", id)),
    end: values.expires ? { lastDay: values.expires } : null,
  };
  const settings = env();
  const options = { actor: operator, hasMail: settings.delivery.email !== null };
  const token = await withDatabase(settings, { err }, async (deps) =>
    mintToken(await officeOf(deps, merchantId), input, options),
  );
  out.write(
    values.json
      ? asJson(token)
      : `Made token ${describe(token)}\nShown this once: ${token.secret}\n`,
  );
  return 0;
};

/** `token list`: lists a merchant's API tokens. */
export const listTokensCommand: Command = async (args, { env, out }) => {
  const { values } = readArguments("token list", args);
  const merchantId = idOption("merchant", values.merchant);
  const tokens = await withDatabaseAsItIs(env(), async (deps) => {
    await mustExist(deps, merchantId);
    return listTokens(deps, merchantId);
  });
  if (values.json) {
    out.write(asJson({ tokens }));
    return 0;
  }
  for (const token of tokens) out.write(`${describe(token)}\n`);
  if (!tokens.length) out.write(`Merchant ${merchantId} has no tokens.\n`);
  return 0;
};

/** `token revoke`: ends an API token. */
export const revokeTokenCommand: Command = async (args, { env, out, err }) => {
  const { values } = readArguments("token revoke", args);
  const merchantId = idOption("merchant", values.merchant);
  const id = idOption("id", values.id);
  const token = await withDatabase(env(), { err }, async (deps) =>
    endToken(await officeOf(deps, merchantId), id, operator).catch((error: unknown) => {
      if (error instanceof Failure) throw new Refused(`Merchant ${merchantId} has no token ${id}.`);
      throw error;
    }),
  );
  out.write(values.json ? asJson(token) : `Revoked token ${describe(token)}\n`);
  return 0;
};

async function mustExist(deps: CoreDeps, merchantId: number): Promise<void> {
  const { merchants } = await readDatabase(deps.db);
  if (!merchants.some(({ id }) => id === merchantId))
    throw new Refused(`There is no merchant ${merchantId}.`);
}

function describe(token: Token): string {
  return [
    `${token.id} ${token.name} (${token.prefix}…): ${token.state}`,
    `scopes ${token.scopes.join(" ")}`,
    token.stores ? `stores ${token.stores.join(" ")}` : "all stores",
    token.expiresAt ? `ends ${token.expiresAt}` : "no end",
    token.lastUsedAt ? `last used ${token.lastUsedAt}` : "never used",
  ].join(", ");
}
