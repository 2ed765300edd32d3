import { remindGuests, writeBookingMessages } from "@stampbook/core/bookings";
import { schema } from "@stampbook/db";
import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import type { AnyHouse } from "../../harness.ts";
import { dataOf, deskIn } from "../../staff/desk.ts";
import { openTables } from "./table.ts";

const phone = "081234567890";

/** A shop that sends guests text messages, and what it has sent about a booking, as a token sees it. */
async function openMessages(house: AnyHouse) {
  const shop = await openTables(house, { bookingReminderHours: 168 });
  const template = { merchantId: shop.merchant.id, channel: "sms", body: "{{booking_id}}" };
  const codes = ["booking_canceled", "booking_confirmed", "booking_declined", "booking_reminder"];
  await house.core.db
    .insert(schema.messageTemplates)
    .values(codes.map((code) => ({ ...template, code })));
  const messages = async (id: number) => {
    await remindGuests(house.core);
    await writeBookingMessages(house.core);
    const [, details] = await shop.call("/api/v2/bookings/details", { booking_id: id });
    return (details as { booking: { messages: object[] } }).booking.messages;
  };
  return { ...shop, messages };
}

type Shown = {
  readonly cancelChannel: string | null;
  readonly messages: readonly {
    readonly createdAt: string;
    readonly nextAttemptAt: string;
    readonly endedAt: string | null;
    readonly lastError: string | null;
  }[];
};

const message = (kind: string, state = "waiting") => ({
  ...{ kind, channel: "sms", state, created: expect.any(Number) },
});

contract("messages to guests (B5 to B10)", (house) => {
  it("are shown with the booking, and taken back by an undo", async () => {
    const { book, call, messages } = await openMessages(house);
    const id = await book({ phone });
    const [, confirmed] = await call("/api/v2/bookings/confirm", { id, revision: 1 });
    expect(confirmed).toMatchObject({ booking: { messages: [] } });
    expect(await messages(id)).toEqual([message("booking_confirmed")]);
    const [, canceled] = await call("/api/v2/bookings/cancel", { id, revision: 2 });
    expect(canceled).toMatchObject({ booking: { messages: [message("booking_confirmed")] } });
    expect((await messages(id)).at(-1)).toEqual(message("booking_canceled"));
    await call("/api/v2/bookings/undo", { id, revision: 3 });
    expect(await messages(id)).toEqual([
      message("booking_confirmed"),
      message("booking_canceled", "dead"),
    ]);
  });

  it("are left out with notify, which is true or false", async () => {
    const { book, call, callTrpc, messages } = await openMessages(house);
    const quiet = await book({ phone });
    const input = { id: quiet, revision: 1, notify: "false" };
    expect((await call("/api/v2/bookings/cancel", input))[0]).toBe(200);
    expect(await messages(quiet)).toEqual([]);
    const loud = await book({ phone });
    await callTrpc("bookings.cancel", { id: loud, revision: 1, notify: true });
    expect(await messages(loud)).toEqual([message("booking_declined")]);
    const [status, refused] = await call("/api/v2/bookings/cancel", { ...input, notify: "maybe" });
    expect([status, refused]).toMatchObject([400, { error_code: "invalid" }]);
  });

  it("are shown to staff with their time, and before a cancel the channel of its message", async () => {
    const { merchant, book, call, messages } = await openMessages(house);
    const cashier = await deskIn(house).at(merchant, "cashier");
    const read = async (id: number) => dataOf(await cashier.query("staff.bookings.get", { id }));
    const id = await book({ phone });
    expect(await read(id)).toMatchObject({ cancelChannel: "sms", messages: [] });
    expect(await read(await book({ phone: "" }))).toMatchObject({ cancelChannel: null });
    await call("/api/v2/bookings/cancel", { id, revision: 1 });
    await messages(id);
    const { messages: [declined] = [], ...booking } = (await read(id)) as Shown;
    expect([booking.cancelChannel, declined?.endedAt, declined?.lastError]).toEqual([
      null,
      null,
      null,
    ]);
    const wait = Date.parse(declined?.nextAttemptAt ?? "") - Date.parse(declined?.createdAt ?? "");
    expect(wait).toBe(120_000);
    await call("/api/v2/bookings/undo", { id, revision: 2 });
    await messages(id);
    expect(await read(id)).toMatchObject({
      cancelChannel: "sms",
      messages: [{ state: "dead", lastError: "undone", endedAt: expect.any(String) }],
    });
  });
});
