import type { ExpiringStamps } from "@stampbook/core/members";
import { z } from "zod";

/** The unspent stamps of one sale, award or other gain, and the last day on which they can be spent. */
export const ExpirationJournal = z.object({
  id: z.int(),
  stamps_to_expire: z.int(),
  expiration_date: z.iso.date(),
});

export function presentJournal({
  number,
  stamps,
  expiresOn,
}: ExpiringStamps): z.input<typeof ExpirationJournal> {
  return { id: number, stamps_to_expire: stamps, expiration_date: expiresOn };
}
