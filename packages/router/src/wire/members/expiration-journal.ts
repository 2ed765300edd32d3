import type { ExpiringStamps } from "@stampbook/core/members";
import { z } from "zod";
import { idOf } from "../shown.ts";

/** The unspent stamps of one sale, award or other gain, and the last day on which they can be spent. */
export const ExpirationJournal = z
  .object({
    id: idOf("the gain"),
    stamps_to_expire: z.int().describe("The stamps of this gain that are not spent."),
    expiration_date: z.iso.date().describe("The last day on which they can be spent."),
  })
  .meta({
    id: "ExpiringStamps",
    description: "The unspent stamps of one sale, award or other gain.",
  });

export function presentJournal({
  number,
  stamps,
  expiresOn,
}: ExpiringStamps): z.input<typeof ExpirationJournal> {
  return { id: number, stamps_to_expire: stamps, expiration_date: expiresOn };
}
