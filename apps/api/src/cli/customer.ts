import { parseArgs } from "node:util";
import { Failure } from "@stampbook/core/failures";
import { anonymizeCustomer, exportCustomer } from "@stampbook/core/privacy";
import { type Command, withDatabase } from "./command.ts";
import { operator as actor, officeOf } from "./office.ts";
import { idOption, pickNamed, Refused, WrongUsage } from "./usage.ts";

/** `customer export|anonymize`: prints a customer's data as JSON, or erases the personal data for good. */
export const customerCommand: Command = async ([verb, ...args], context) => {
  const command = pickNamed({ export: exportOne, anonymize }, verb);
  if (!command) throw new WrongUsage("customer takes export or anonymize.");
  return command(args, context);
};

const exportOne: Command = async (args, { env, out, err }) => {
  const { values } = parseArgs({
    args: [...args],
    options: { merchant: { type: "string" }, id: { type: "string" } },
  });
  const merchantId = idOption("merchant", values.merchant);
  const customerId = idOption("id", values.id);
  const file = await withDatabase(env(), { err }, async (deps) =>
    exportCustomer(await officeOf(deps, merchantId), { customerId, actor }).catch(explainUnknown),
  );
  out.write(`${JSON.stringify(file, null, 2)}\n`);
  return 0;
};

const anonymize: Command = async (args, { env, out, err }) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      merchant: { type: "string" },
      id: { type: "string" },
      reason: { type: "string" },
      confirm: { type: "string" },
    },
  });
  const merchantId = idOption("merchant", values.merchant);
  const customerId = idOption("id", values.id);
  const reason = values.reason?.trim();
  if (!reason) throw new WrongUsage("--reason is missing.");
  if (values.confirm !== String(customerId))
    throw new WrongUsage("--confirm takes the customer's id again: this cannot be undone.");
  await withDatabase(env(), { err }, async (deps) =>
    anonymizeCustomer(await officeOf(deps, merchantId), {
      customerId,
      reason,
      confirmation: values.confirm ?? "",
      actor,
    }).catch(explainUnknown),
  );
  out.write(`Anonymized customer ${customerId}: nothing personal is left of them.\n`);
  return 0;
};

function explainUnknown(error: unknown): never {
  if (error instanceof Failure && error.refusal.code === "invalid_user")
    throw new Refused("The merchant has no such customer.");
  throw error;
}
