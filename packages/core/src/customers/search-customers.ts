import type { CoreContext } from "../context.ts";
import type { Page, PageInput } from "../paging.ts";
import { readIdentifier } from "./identifier.rules.ts";
import { namesWith } from "./search.rules.ts";
import { type CustomerFilter, type CustomerListed, selectCustomers } from "./search.store.ts";

export type { CustomerFilter, CustomerListed };

const nobody = { email: null, memberId: null, mobileNumber: null, id: null };

/**
 * Customers by name; with a text those who are meant by it exactly (email, Member ID, phone, id),
 * then those with a name or a part of one that begins with it.
 */
export function searchCustomers(
  ctx: CoreContext,
  input: { readonly text: string } & CustomerFilter & PageInput,
): Promise<Page<CustomerListed>> {
  const { text, ...rest } = input;
  const { id, country } = ctx.caller.merchant;
  const forms = ["email", "memberId", "mobileNumber", "id"] as const;
  const exactly = text.trim() ? readIdentifier(text, forms, country) : nobody;
  return selectCustomers(ctx, { exactly, names: namesWith(text, id) }, rest);
}
