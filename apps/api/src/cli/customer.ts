import { Failure } from "@stampbook/core/failures";
import { anonymizeCustomer, exportCustomer } from "@stampbook/core/privacy";
import { asJson, readArguments } from "./arguments.ts";
import { type Command, withDatabase } from "./command.ts";
import { operator as actor, officeOf } from "./office.ts";
import { idOption, Refused, WrongUsage } from "./usage.ts";

/** `customer export`: prints a customer's data as JSON. */
export const exportCustomerCommand: Command = async (args, { env, out, err }) => {
  const { values } = readArguments("customer export", args);
  const merchantId = idOption("merchant", values.merchant);
  const customerId = idOption("id", values.id);
  const file = await withDatabase(env(), { err }, async (deps) =>
    exportCustomer(await officeOf(deps, merchantId), { customerId, actor }).catch(explainUnknown),
  );
  out.write(`${JSON.stringify(file, null, 2)}\n`);
  return 0;
};

/** `customer anonymize`: erases a customer's personal data for good. */
export const anonymizeCustomerCommand: Command = async (args, { env, out, err }) => {
  const { values } = readArguments("customer anonymize", args);
  const merchantId = idOption("merchant", values.merchant);
  const customerId = idOption("id", values.id);
  const reason = values.reason.trim();
  if (values.confirm !== String(customerId))
    throw new WrongUsage("--confirm takes the customer's id again: this cannot be undone.");
  await withDatabase(env(), { err }, async (deps) =>
    anonymizeCustomer(await officeOf(deps, merchantId), {
      customerId,
      reason,
      confirmation: values.confirm,
      actor,
    }).catch(explainUnknown),
  );
  out.write(
    values.json
      ? asJson({ customer: customerId, isAnonymized: true })
      : `Anonymized customer ${customerId}: nothing personal is left of them.\n`,
  );
  return 0;
};

function explainUnknown(error: unknown): never {
  if (error instanceof Failure && error.refusal.code === "invalid_user")
    throw new Refused("The merchant has no such customer.");
  throw error;
}
