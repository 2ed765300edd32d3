import { schema } from "@stampbook/db";
import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Channel } from "../../foundation/messages/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { cancelBooking, confirmBooking, findCancelChannel, getBooking } from "../index.ts";
import { givenMessages, guest } from "./messages.cases.ts";

const t = harnessOfFile({ isOwn: true });

type Given = Awaited<ReturnType<typeof givenMessages>>;
type Case = {
  readonly channels: readonly Channel[];
  readonly book: (given: Given) => Promise<{ readonly id: number }>;
  readonly channel: Channel | null;
};

const all = ["email", "sms", "whatsapp"] as const;
const byMemberId = ({ request }: Given) => request({ user: "M0001" });

test.each<[string, Case]>([
  [
    "an email that the guest gave",
    { channels: all, book: ({ request }) => request(), channel: "email" },
  ],
  ["the phone of a guest with a Member ID", { channels: all, book: byMemberId, channel: "sms" }],
  [
    "WhatsApp, if SMS has no template",
    { channels: ["email", "whatsapp"], book: byMemberId, channel: "whatsapp" },
  ],
  [
    "no email that staff entered as a name",
    {
      channels: ["email"],
      book: ({ confirmed }) => confirmed({ name: guest.email }),
      channel: null,
    },
  ],
  [
    "no phone in a country without text messages",
    {
      channels: ["sms"],
      book: ({ request }) => request({ user: "M0001", phone: "+14155550100" }),
      channel: null,
    },
  ],
  ["nothing without a template", { channels: [], book: byMemberId, channel: null }],
])(
  "staff see that the message about a cancel goes by %s, and it does",
  async (_, { channels, book, channel }) => {
    const given = await givenMessages(t, { channels });
    const { id } = await book(given);
    await given.sent();
    expect(await findCancelChannel(given.ctx, id)).toBe(channel);
    const { revision } = await getBooking(given.ctx, id);
    const before = (await given.sent()).length;
    await cancelBooking(given.ctx, { id, revision });
    const told = (await given.sent()).slice(before).map((message) => message.channel);
    expect(told).toEqual(channel ? [channel] : []);
    expect(await findCancelChannel(given.ctx, id)).toBeNull();
  },
);

test("the template is that of the booking's status", async () => {
  const { merchant, ctx, request } = await givenMessages(t);
  const { messageTemplates: templates } = schema;
  await t.db
    .delete(templates)
    .where(and(eq(templates.merchantId, merchant.id), ne(templates.code, "booking_declined")));
  const { id } = await request();
  expect(await findCancelChannel(ctx, id)).toBe("sms");
  await confirmBooking(ctx, { id, revision: 1 });
  expect(await findCancelChannel(ctx, id)).toBeNull();
});

test("a booking of another merchant has none", async () => {
  const { request } = await givenMessages(t);
  const { id } = await request();
  const { ctx } = await givenMessages(t);
  expect(await findCancelChannel(ctx, id)).toBeNull();
});
