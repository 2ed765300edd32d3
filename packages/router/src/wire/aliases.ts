import { z } from "zod";
import { isAbsent, isObject, type Sent } from "./sent.ts";

/** The names by which clients name the customer. If several are sent, the first in this list is used. */
const customerNames = ["user", "identifier", "user_email", "email"];

/**
 * The sent input, with the customer and the store under the names that the operation's schema has. `user`,
 * `identifier` and `user_email` mean the customer, and `store_id` means `store`. In operations on passwords
 * `email` means the customer too. `members.change` calls the customer `id`. Interface 2, section 1.
 */
export function renameAliases(sent: unknown, schema: z.ZodType, path: string): unknown {
  if (!isObject(sent) || !(schema instanceof z.ZodObject)) return sent;
  const names = path.startsWith("password.") ? customerNames : customerNames.slice(0, 3);
  if (path === "members.change") return { ...sent, id: firstOf(sent, [...names, "id"]) };
  const customer = names.find((name) => name in schema.shape);
  return {
    ...sent,
    ...(customer && { [customer]: firstOf(sent, names) }),
    ...("store" in schema.shape && { store: firstOf(sent, ["store", "store_id"]) }),
  };
}

/** The first value that is not absent, in the order of the names. Undefined if there is none. */
function firstOf(sent: Sent, names: readonly string[]): unknown {
  const name = names.find((each) => Object.hasOwn(sent, each) && !isAbsent(sent[each]));
  return name === undefined ? undefined : sent[name];
}
