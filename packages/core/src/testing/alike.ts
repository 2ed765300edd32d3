import type { Merchant } from "../foundation/context.ts";
import { GIVEN_IDS } from "./given/new-id.ts";

const MOMENT = /(At|On)$|^(start|end)Time$/;
const ID = /^(id|.*Id|job)$/;
const CODE = /^code(Key)?$/;
/** Matches an id above `GIVEN_IDS` in a text. Phone numbers in tests do not begin with 1. */
const GIVEN_ID_IN_TEXT = /(?<!\d)1\d{6}(?!\d)/g;

/** Matches an id that an operation has reserved, at the end of an audit entry's subject. */
const OWN_ID_IN_SUBJECT = /(?<= )\d{1,6}$/;

/**
 * Rewrites rows or answers so that two worlds, which differ only in ids and names, give equal values. Ids of
 * `newId` become their difference from the merchant's id. Moments, codes, and ids that operations have
 * reserved, become "some".
 */
export function alike(value: unknown, { id }: Merchant): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => {
      if (part === null) return null;
      if (MOMENT.test(key) || CODE.test(key)) return "some";
      // digits of a hash can look like an id
      if (key === "digest") return part;
      if (typeof part === "string") {
        const text = key === "subject" ? part.replace(OWN_ID_IN_SUBJECT, "some") : part;
        return text.replace(GIVEN_ID_IN_TEXT, (found) => String(Number(found) - id));
      }
      if (typeof part !== "number") return part;
      if (part > GIVEN_IDS) return part - id;
      return ID.test(key) ? "some" : part;
    }),
  );
}
