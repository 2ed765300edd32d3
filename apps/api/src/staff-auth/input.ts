import { mostOf } from "@stampbook/core/limits";
import { isStorable } from "@stampbook/core/storable";

/**
 * Checks input that better-auth accepts. Returns the problem with a value that the tables cannot store or
 * that an import would refuse. Null if the input is valid.
 */
export function problemOfInput(path: string, body: unknown): string | null {
  const given: Readonly<Record<string, unknown>> = isObject(body) ? body : {};
  if (!Object.values(given).every((value) => typeof value !== "string" || isStorable(value)))
    return "Some of these characters cannot be stored.";
  if (path === "/update-user" && given.name !== undefined && !isName(given.name))
    return `A name of 1 to ${mostOf.name} characters is expected.`;
  const { activeMerchantId: merchantId } = given;
  if (path === "/update-session" && (merchantId ?? null) !== null && !isId(merchantId))
    return "There is no such merchant.";
  return null;
}

const isName = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" && [...value].length <= mostOf.name;

const isId = (value: unknown) =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
