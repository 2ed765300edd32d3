import { describe, expect, test } from "vitest";
import { LIMIT_REACHED } from "../../foundation/messages/index.ts";
import { anonymizeCustomer } from "../../leaving/privacy/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import {
  addWalkIn,
  cancelBooking,
  cancelByLink,
  changeBooking,
  confirmBooking,
  getBooking,
  matchBooking,
  seatBooking,
  undoBooking,
  writeBookingMessages,
} from "../index.ts";
import { givenMessages, guest, same, starts } from "./messages.cases.ts";

const t = harnessOfFile({ isOwn: true });

const codes = (messages: readonly { readonly templateCode: string }[]) =>
  messages.map(({ templateCode }) => templateCode.replace("booking_", ""));

describe("a guest gets", () => {
  test("a message for each step that the guest has to know of", async () => {
    const { ctx, store, request, confirmed, sent } = await givenMessages(t);
    const after = async (step: () => Promise<unknown>) => {
      const before = (await sent()).length;
      await step();
      return codes((await sent()).slice(before));
    };
    const { id, link } = await request();
    expect(codes(await sent())).toEqual(["received"]);
    const moves = { ...same, id, revision: 1, time: "20:00" };
    expect(await after(() => changeBooking(ctx, moves))).toEqual(["changed"]);
    const noted = { ...same, id, revision: 2, notes: "By the window", phone: "0812 3456 7891" };
    expect(await after(() => changeBooking(ctx, noted))).toEqual([]);
    expect(await after(() => confirmBooking(ctx, { id, revision: 3 }))).toEqual(["confirmed"]);
    const token = String(link).split("#")[1] ?? "";
    expect(await after(() => cancelByLink(t.deps, token))).toEqual(["canceled"]);
    const other = await request();
    await sent();
    const decline = { id: other.id, revision: 1 };
    expect(await after(() => cancelBooking(ctx, decline))).toEqual(["declined"]);
    const third = await confirmed();
    expect(codes((await sent()).slice(-1))).toEqual(["confirmed"]);
    const quiet = { id: third.id, revision: 2, notify: false };
    expect(await after(() => cancelBooking(ctx, quiet))).toEqual([]);
    const walkIn = { numberOfPeople: 2, notes: null, name: "Ani", customerId: null };
    const come = { ...walkIn, store: store.id, phone: guest.phone };
    expect(await after(() => addWalkIn(ctx, come))).toEqual([]);
    const fourth = await confirmed();
    await sent();
    const seat = { id: fourth.id, revision: 2 };
    expect(await after(() => seatBooking(ctx, seat))).toEqual([]);
    expect(await after(() => undoBooking(ctx, { ...seat, revision: 3 }))).toEqual([]);
    const cancel = { id: fourth.id, revision: 4 };
    expect(await after(() => cancelBooking(ctx, cancel))).toEqual(["canceled"]);
  });

  test("what was before, in the merchant's language and by the store's clock", async () => {
    const body = `{{guest}}, {{merchant_name}} {{store_name}} {{store_phone}}: {{old_date}} {{old_time}}
{{old_people}} {{old_store}} -> {{date}} {{time}} {{people}} {{booking_id}} {{link}}`;
    const { ctx, merchant, request, sent } = await givenMessages(t, { body });
    const { id } = await request();
    await sent();
    await changeBooking(ctx, { ...same, id, revision: 1, date: "2099-11-21", numberOfPeople: 5 });
    const [, changed] = await sent();
    const [was, is = ""] = String(changed?.text).split(" -> ");
    expect(
      was,
    ).toBe(`${guest.email}, ${merchant.name} Kemang +62215550100: Jumat, 20 November 2099 19.30
4 Kemang`);
    expect(is).toMatch(
      new RegExp(`^Sabtu, 21 November 2099 19.30 5 ${id} http://127.0.0.1:3000/booking#v1\\.`),
    );
    expect(changed).toMatchObject({ recipient: guest.number, customerId: null, kind: "booking" });
  });

  test("no link where links are off", async () => {
    const settings = { body: "<{{link}}>", merchant: { bookingLinks: false } };
    const { request, sent } = await givenMessages(t, settings);
    await request();
    expect((await sent())[0]?.text).toBe("<>");
  });
});

describe("it goes", () => {
  test("to the email that the guest gave first, else to the phone", async () => {
    const { ctx, request, confirmed, sent } = await givenMessages(t, {
      channels: ["email", "sms", "whatsapp"],
    });
    const { id } = await request();
    await request({ user: "M0001" });
    await confirmed();
    const to = (await sent()).map(({ channel, recipient }) => [channel, recipient]);
    expect(to).toEqual([
      ["email", guest.email],
      ["sms", guest.number],
      ["sms", guest.number],
    ]);
    const [message] = (await getBooking(ctx, id)).messages;
    const time = expect.any(String);
    const shown = { kind: "booking_received", channel: "email", state: "waiting" };
    const times = { createdAt: time, nextAttemptAt: time, endedAt: null };
    expect(message).toEqual({ ...shown, ...times, lastError: null });
  });

  test("to no other address of the customer whom the guest matches", async () => {
    const { merchant, ctx, request, confirmed, sent } = await givenMessages(t, {
      channels: ["email"],
    });
    await t.given.customer(merchant, { email: "member@example.com", memberId: "M0001" });
    await request({ user: "M0001" });
    const { id } = await request({ user: "nobody@example.com" });
    expect((await sent()).map(({ recipient }) => recipient)).toEqual(["nobody@example.com"]);
    await matchBooking(ctx, { id, revision: 1, user: "member@example.com" });
    await confirmed({ phone: "" });
    expect(await sent()).toHaveLength(1);
  });

  test("to nobody without a template, and nothing is noted", async () => {
    const { merchant, request, sent } = await givenMessages(t, { channels: [] });
    await request();
    expect((await t.rows(merchant)).get("bookingMessages")?.size ?? 0).toBe(0);
    expect(await sent()).toEqual([]);
  });

  test("to nobody once the booking's time has come", async () => {
    const { request, sent } = await givenMessages(t);
    await request();
    expect(await sent(starts - Date.now() + 1_000)).toEqual([]);
    expect(await sent()).toEqual([]);
  });

  test("ten times a day to one address", async () => {
    const { request, confirmed, sent } = await givenMessages(t, { channels: ["email", "sms"] });
    for (let n = 0; n < 11; n++) await confirmed();
    await request();
    const messages = await sent();
    expect(messages).toHaveLength(12);
    expect(messages.filter(({ state }) => state === "waiting")).toHaveLength(11);
    const dead = messages.filter(({ state }) => state === "dead");
    expect(dead).toMatchObject([{ recipient: guest.number, lastError: LIMIT_REACHED, text: null }]);
  });

  test("to nobody who was anonymized", async () => {
    const { merchant, ctx, request, sent } = await givenMessages(t, { channels: ["email"] });
    const { id } = await t.given.customer(merchant, { email: guest.email });
    await request();
    expect(await sent()).toHaveLength(1);
    await request();
    const confirmation = String(id);
    await anonymizeCustomer(ctx, { customerId: id, reason: "asked for it", confirmation });
    expect(await sent()).toEqual([]);
  });
});

describe("a cancel by staff", () => {
  /** A booking that staff confirmed and canceled, and the message about the cancel. */
  async function canceled() {
    const given = await givenMessages(t);
    const { id } = await given.confirmed();
    await given.sent();
    await cancelBooking(given.ctx, { id, revision: 2 });
    const message = (await given.sent()).at(-1);
    const undo = async () => {
      await undoBooking(given.ctx, { id, revision: 3 });
      return (await given.sent()).map(({ templateCode, state, lastError }) => [
        ...[templateCode.replace("booking_", ""), state, lastError],
      ]);
    };
    return { ...given, id, message, undo, messageId: message?.id ?? "" };
  }

  test("waits two minutes", async () => {
    const { message } = await canceled();
    expect(message).toMatchObject({ templateCode: "booking_canceled", waits: 120 });
    const { request, sent } = await givenMessages(t);
    const { link } = await request();
    await sent();
    await cancelByLink(t.deps, String(link).split("#")[1] ?? "");
    expect((await sent()).map(({ waits }) => waits)).toEqual([0, 0]);
  });

  test("is not sent if it is undone meanwhile", async () => {
    const { undo } = await canceled();
    expect(await undo()).toEqual([
      ["confirmed", "waiting", null],
      ["canceled", "dead", "undone"],
    ]);
  });

  test("is not sent if it is undone before it is written", async () => {
    const { ctx, confirmed, sent } = await givenMessages(t);
    const { id } = await confirmed();
    await cancelBooking(ctx, { id, revision: 2 });
    await undoBooking(ctx, { id, revision: 3 });
    expect(codes(await sent())).toEqual(["confirmed"]);
  });

  test.each([
    ["sent", { state: "sent", payload: null, endedAt: "2026-01-01T00:00:00Z" }, "sent", null],
    ["tried", { attempts: 1 }, "dead", "undone"],
  ])("is taken back by a message once it is %s", async (_, change, state, error) => {
    const { undo, set, messageId } = await canceled();
    await set(messageId, change);
    expect(await undo()).toEqual([
      ["confirmed", "waiting", null],
      ["canceled", state, error],
      ["confirmed", "waiting", null],
    ]);
  });

  test("brings no other message if the provider refused it, and cannot be sent again", async () => {
    const { undo, set, messageId, sent } = await canceled();
    await set(messageId, { state: "dead", attempts: 1, endedAt: "2026-01-01T00:00:00Z" });
    expect(await undo()).toEqual([
      ["confirmed", "waiting", null],
      ["canceled", "dead", "undone"],
    ]);
    expect((await sent()).at(-1)?.text).toBeNull();
  });

  test("of a request is taken back by the message that it was received", async () => {
    const { ctx, request, sent, set } = await givenMessages(t);
    const { id } = await request();
    await sent();
    await cancelBooking(ctx, { id, revision: 1 });
    for (const { id: message } of (await sent()).slice(1)) await set(message, { attempts: 1 });
    await undoBooking(ctx, { id, revision: 2 });
    expect(codes(await sent())).toEqual(["received", "declined", "received"]);
  });

  test("without a message is undone without one", async () => {
    const { ctx, confirmed, sent } = await givenMessages(t);
    const { id } = await confirmed();
    await cancelBooking(ctx, { id, revision: 2, notify: false });
    await undoBooking(ctx, { id, revision: 3 });
    expect(codes(await sent())).toEqual(["confirmed"]);
  });
});

test("messages of bookings that are stopped are written by the next run", async () => {
  const { request, sent } = await givenMessages(t);
  await request();
  expect(await writeBookingMessages(t.deps, () => true)).toBe(0);
  expect(codes(await sent())).toEqual(["received"]);
});
