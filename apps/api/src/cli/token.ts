import { parseArgs } from "node:util";
import { endToken, listTokens, mintToken, type Token } from "@stampbook/core/access";
import { readDatabase } from "@stampbook/core/audit";
import type { CoreDeps } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { type Command, withDatabase, withDatabaseAsItIs } from "./command.ts";
import { day } from "./merchant-file/fields.ts";
import { officeOf, operator } from "./office.ts";
import { idOption, listOption, pickNamed, Refused, WrongUsage } from "./usage.ts";

/** `token create|list|revoke`: manages the API tokens of a merchant. */
export const tokenCommand: Command = async ([verb, ...args], context) => {
  const command = pickNamed({ create, list, revoke }, verb);
  if (!command) throw new WrongUsage("token takes create, list or revoke.");
  return command(args, context);
};

const create: Command = async (args, { env, out, err }) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      merchant: { type: "string" },
      name: { type: "string" },
      scopes: { type: "string" },
      stores: { type: "string" },
      expires: { type: "string" },
    },
  });
  const merchantId = idOption("merchant", values.merchant);
  if (!values.name?.trim()) throw new WrongUsage("--name is missing.");
  if (!values.scopes) throw new WrongUsage("--scopes is missing: * for all.");
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
  const token = await withDatabase(env(), { err }, async (deps) =>
    mintToken(await officeOf(deps, merchantId), input, operator),
  );
  out.write(`Made token ${describe(token)}\n`);
  out.write(`Shown this once: ${token.secret}\n`);
  return 0;
};

const list: Command = async (args, { env, out }) => {
  const { values } = parseArgs({ args: [...args], options: { merchant: { type: "string" } } });
  const merchantId = idOption("merchant", values.merchant);
  const tokens = await withDatabaseAsItIs(env(), async (deps) => {
    await mustExist(deps, merchantId);
    return listTokens(deps, merchantId);
  });
  for (const token of tokens) out.write(`${describe(token)}\n`);
  if (!tokens.length) out.write(`Merchant ${merchantId} has no tokens.\n`);
  return 0;
};

const revoke: Command = async (args, { env, out, err }) => {
  const { values } = parseArgs({
    args: [...args],
    options: { merchant: { type: "string" }, id: { type: "string" } },
  });
  const merchantId = idOption("merchant", values.merchant);
  const id = idOption("id", values.id);
  const token = await withDatabase(env(), { err }, async (deps) =>
    endToken(await officeOf(deps, merchantId), id, operator).catch((error: unknown) => {
      if (error instanceof Failure) throw new Refused(`Merchant ${merchantId} has no token ${id}.`);
      throw error;
    }),
  );
  out.write(`Revoked token ${describe(token)}\n`);
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
