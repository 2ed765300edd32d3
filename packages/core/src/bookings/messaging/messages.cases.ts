import { schema } from "@stampbook/db";
import { asc, eq } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import {
  type BookingMessageCode,
  bookingMessageCodes,
  type Channel,
} from "../../foundation/messages/index.ts";
import { placeOfMessage } from "../../foundation/messages/outbox/outbox.rules.ts";
import type { OpenHarness } from "../../testing/index.ts";
import {
  addBooking,
  addBookingByStaff,
  type BookingInput,
  type StaffBookingInput,
  writeBookingMessages,
} from "../index.ts";

/** The addresses in E.164, and in the words of the merchant's language. */
export const guest = {
  phone: "0812 3456 7890",
  number: "+6281234567890",
  email: "ani@example.com",
};
export const party = { date: "2099-11-20", time: "19:30", numberOfPeople: 4, notes: null };
/** A change that changes nothing. */
export const same = {
  store: null,
  date: null,
  time: null,
  numberOfPeople: null,
  phone: null,
  notes: null,
};
export const starts = Date.parse("2099-11-20T12:30:00Z");

type Settings = {
  readonly channels?: readonly Channel[];
  readonly body?: string;
  /** The codes of the templates. Default: all. */
  readonly codes?: readonly BookingMessageCode[];
  readonly merchant?: Partial<typeof schema.merchants.$inferInsert>;
};

/** A merchant in Jakarta with a template of each message about a booking, and a store. */
export async function givenMessages(t: OpenHarness, settings: Settings = {}) {
  const { channels = ["sms"], body = "{{booking_id}}", codes = bookingMessageCodes } = settings;
  const merchant = await t.given.merchant(settings.merchant);
  const { id: merchantId } = merchant;
  const store = await t.given.store(merchant, { name: "Kemang", phone: "+62215550100" });
  const written = { merchantId, subject: "", body };
  for (const channel of channels)
    await t.db
      .insert(schema.messageTemplates)
      .values(codes.map((code) => ({ ...written, code, channel })));
  const ctx = t.as(merchant);
  const input = { ...party, store: store.id, phone: guest.phone };
  const at = (clockOffsetMs: number): CoreContext => ({ ...ctx, clockOffsetMs });
  return {
    ...{ merchant, store, ctx, at },
    request: (changes: Partial<BookingInput> = {}) =>
      addBooking(t.deps, { ...input, user: guest.email, ...changes }),
    confirmed: (changes: Partial<StaffBookingInput> = {}) =>
      addBookingByStaff(ctx, { ...input, name: "Ani", customerId: null, ...changes }),
    /** Writes what is noted. Returns the merchant's messages, the oldest first, with their texts. */
    sent: async (clockOffsetMs = 0) => {
      await writeBookingMessages({ ...t.deps, clockOffsetMs });
      const { outboxMessages: messages } = schema;
      const rows = await t.db
        .select()
        .from(messages)
        .where(eq(messages.merchantId, merchantId))
        .orderBy(asc(messages.createdAt));
      return rows.map(({ payload, ...row }) => {
        const text = payload && t.deps.secrets.unseal(placeOfMessage(merchantId, row.id), payload);
        const waits = (Date.parse(row.nextAttemptAt) - Date.parse(row.createdAt)) / 1_000;
        return { ...row, waits, text: text ? String(JSON.parse(text).text) : null };
      });
    },
    set: (id: string, changes: Partial<typeof schema.outboxMessages.$inferInsert>) =>
      t.db.update(schema.outboxMessages).set(changes).where(eq(schema.outboxMessages.id, id)),
  };
}
