import type { Merchant } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import type { z } from "zod";
import { renameAliases } from "./aliases.ts";
import { checkMerchantSent } from "./merchant-sent.ts";

/** The operation. `merchant` is the caller's; undefined if the operation is open to anyone. */
type Operation = {
  readonly schema: z.ZodType;
  readonly path: string;
  readonly added: { readonly merchant?: Merchant };
};

/**
 * Prepares sent input for an operation's schema: checks the merchant and renames aliases. Throws `invalid` if
 * the input names another merchant than the caller's.
 */
export function prepareInput(sent: unknown, { schema, path, added: { merchant } }: Operation) {
  const refusal = merchant ? checkMerchantSent(sent, merchant) : null;
  if (refusal) throw new Failure(refusal);
  return renameAliases(sent, schema, path);
}
