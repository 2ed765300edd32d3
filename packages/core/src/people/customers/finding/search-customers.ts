import { checkCustomerSearch, customerSearchOf } from "../../../entering/access/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import type { Page, PageInput } from "../../../foundation/paging.ts";
import { readIdentifier } from "../identifiers/identifier.rules.ts";
import { type CustomerRef, identifierForms } from "../types.ts";
import {
  type CustomerFilter,
  type CustomerListed,
  foldText,
  selectCustomers,
} from "./search.sql.ts";

export type { CustomerFilter, CustomerListed };

/** A `tsquery` that matches no name, because each word of the index starts with a merchant's id. */
const nobodysName = "'nobody'";
const nobody = { email: null, memberId: null, mobileNumber: null, firstId: null, id: null };

/**
 * The forms without `id`. Bare digits are often the end of a phone or card number; as an id they would find a
 * stranger.
 */
const searchForms = identifierForms.filter((form) => form !== "id");

/** Reads the text as an email, a Member ID and a mobile number, or `#123` as an id. */
function readExactly(text: string, country: string): CustomerRef {
  const id = /^#([1-9][0-9]{0,14})$/.exec(text)?.[1];
  if (id) return { ...nobody, id: Number(id) };
  return text ? readIdentifier(text, searchForms, country) : nobody;
}

/**
 * Lists customers by name. With a text, exact matches come first: by email, Member ID (in any case), phone,
 * or `#123` for the id 123. Then come customers by name: each word of the text must be the beginning of a
 * word in the name, in any case, with or without diacritics. A cashier must search, and gets only one page.
 * Throws `permission_denied`.
 */
export async function searchCustomers(
  ctx: CoreContext,
  input: { readonly text: string } & CustomerFilter & PageInput,
): Promise<Page<CustomerListed>> {
  const { text, ...rest } = input;
  const refusal = checkCustomerSearch(ctx.caller, input);
  if (refusal) throw new Failure(refusal);
  const folded = text.trim() ? await foldText(ctx, text) : "";
  const { limit, isByName, isPaged } = customerSearchOf(ctx.caller, { ...input, text: folded });
  const { id, country } = ctx.caller.merchant;
  const exactly = readExactly(text.trim(), country);
  const names = isByName ? namesWith(folded, id) : nobodysName;
  const page = await selectCustomers(ctx, { exactly, names }, { ...rest, limit });
  return isPaged ? page : { ...page, next: null };
}

/**
 * Returns a `tsquery` that matches names in which each word of a folded text begins a word. Uses at most
 * `MOST_WORDS` words. The index's words begin with the merchant's id. Each word is quoted, so PostgreSQL
 * reads no operator in the text. Null for an empty text.
 */
function namesWith(folded: string, merchantId: number): string | null {
  const words = folded.split(" ").filter(Boolean).slice(0, MOST_WORDS);
  if (!words.length) return null;
  const quoted = words.map(
    (word) => `'${`${merchantId}.${word}`.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`,
  );
  return quoted.join(" & ");
}

const MOST_WORDS = 8;
