import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import type { Place } from "../../paging.ts";
import {
  deliverMessages,
  listOutbox,
  listTemplates,
  type MessageText,
  type OutgoingMessage,
  previewTemplate,
  removeTemplate,
  saveTemplate,
  sendTestMessage,
  type WrittenTemplate,
} from "../index.ts";

const t = harnessOfFile({ isOwn: true });

const template: WrittenTemplate = {
  code: "pin_otp",
  channel: "sms",
  subject: "",
  body: "{{merchant_name}}: your code is {{otp}}, for {{minutes}} minutes",
  html: "",
  mjml: "",
};
const any = { from: null, to: null, state: null, channel: null, customerId: null };

async function setting() {
  const merchant = await t.given.merchant({ name: "Kopi Kita" });
  const ctx = t.as(merchant, {
    caller: { kind: "staff", merchant, userId: "u1", role: "owner", stores: null },
  });
  return { merchant, ctx };
}

test("a message about a booking has placeholders of its own", async () => {
  const { ctx } = await setting();
  const booking = (code: string, body: string) => ({ ...template, code, body });
  const preview = async (code: string, body: string) =>
    await previewTemplate(ctx, booking(code, body));
  const confirmed = "{{guest}}, {{merchant_name}}: {{date}} {{time}}, {{people}}";
  expect(await preview("booking_confirmed", confirmed)).toMatchObject({
    message: { text: "Ani Wijaya, Kopi Kita: Minggu, 14 Februari 2027 19.30, 4" },
  });
  const old = "{{old_date}} {{old_time}} {{old_people}} {{old_store}}";
  expect(await preview("booking_changed", old)).toMatchObject({
    message: { text: "Sabtu, 13 Februari 2027 20.00 2 Menteng" },
  });
  expect(await preview("booking_reminder", "{{hours}}")).toMatchObject({ message: { text: "24" } });
  for (const [code, name] of [
    ["booking_confirmed", "hours"],
    ["booking_reminder", "old_date"],
    ["booking_received", "otp"],
    ["booking_received", "customer_name"],
    ["otp", "guest"],
  ] as const)
    expect(await preview(code, `{{${name}}}`)).toEqual({
      problem: `unknown placeholder {{${name}}}`,
      part: "body",
    });
  const wrong = booking("booking_received", "{{otp}}");
  expect((await refusalOf(saveTemplate(ctx, wrong))).code).toBe("invalid_template_code");
});

test("a merchant's texts are saved, previewed and removed, on the record", async () => {
  const { merchant, ctx } = await setting();
  await saveTemplate(ctx, template);
  await saveTemplate(ctx, { ...template, body: "{{otp}}" });
  expect(await listTemplates(ctx)).toEqual([{ ...template, body: "{{otp}}", approved: null }]);
  expect(await previewTemplate(ctx, template)).toMatchObject({
    message: { text: "Kopi Kita: your code is 123456, for 5 minutes" },
  });
  const wrong = { ...template, body: "{{pin}}" };
  expect(await previewTemplate(ctx, wrong)).toEqual({
    problem: "unknown placeholder {{pin}}",
    part: "body",
  });
  expect(await refusalOf(saveTemplate(ctx, wrong))).toMatchObject({
    code: "invalid_template_code",
    field: "body",
  });
  const strange = await setting();
  expect(await listTemplates(strange.ctx)).toEqual([]);
  expect((await refusalOf(removeTemplate(strange.ctx, template))).field).toBe("code");
  await removeTemplate(ctx, template);
  expect(await listTemplates(ctx)).toEqual([]);
  const entries = await t.db.query.auditEntries.findMany({
    where: (e, { eq }) => eq(e.merchantId, merchant.id),
  });
  expect(entries.map(({ action }) => action)).toEqual([
    "settings.messageTemplates.save",
    "settings.messageTemplates.save",
    "settings.messageTemplates.remove",
  ]);
});

test("a text for WhatsApp keeps the template that the provider has approved, until it is taken away", async () => {
  const { ctx } = await setting();
  const approved = { name: "otp_code", language: "id", parameters: ["{{otp}}"], button: "{{otp}}" };
  const whatsapp: WrittenTemplate = { ...template, channel: "whatsapp", approved };
  await saveTemplate(ctx, whatsapp);
  expect(await listTemplates(ctx)).toEqual([whatsapp]);
  const wrong = { ...whatsapp, approved: { ...approved, button: "{{pin}}" } };
  expect((await refusalOf(saveTemplate(ctx, wrong))).field).toBe("approved");
  await saveTemplate(ctx, { ...whatsapp, approved: null });
  expect(await listTemplates(ctx)).toEqual([{ ...whatsapp, approved: null }]);
});

describe("an email's HTML is compiled from MJML", () => {
  const mjml =
    "<mjml><mj-body><mj-section><mj-column><mj-text>{{otp}} for {{customer_name}}</mj-text></mj-column></mj-section></mj-body></mjml>";
  const email: WrittenTemplate = { ...template, channel: "email", html: "old", mjml };

  test("as it is saved, and kept beside its source", async () => {
    const { ctx } = await setting();
    const { message } = (await previewTemplate(ctx, email)) as { message: MessageText };
    expect(message.html).toContain("123456 for Ani Wijaya");
    await saveTemplate(ctx, email);
    const [kept] = await listTemplates(ctx);
    expect(kept).toEqual({
      ...email,
      approved: null,
      html: expect.stringContaining("{{otp}} for {{customer_name}}"),
    });
    expect(kept?.html).toMatch(/^<!doctype html>/);
  });

  test("or refused at its field, and nothing is changed", async () => {
    const { ctx } = await setting();
    await saveTemplate(ctx, { ...template, channel: "email" });
    const before = await listTemplates(ctx);
    const refused: [Partial<WrittenTemplate>, RegExp][] = [
      [{ mjml: mjml.replace("otp", "pin") }, /unknown placeholder \{\{pin\}\}$/],
      [{ mjml: mjml.replace("<mj-text>", '<mj-text colour="red">') }, /line 1, mj-text: /],
      [{ mjml: mjml.replace("mj-text>{", "mj-include path='x'/>{") }, /mj-include is not possible/],
      [{ channel: "sms" }, /only an email can be made of MJML$/],
    ];
    for (const [parts, message] of refused) {
      const wrong = { ...email, ...parts };
      const refusal = { code: "invalid_template_code", field: "mjml" };
      const said = expect.stringMatching(message);
      expect(await refusalOf(saveTemplate(ctx, wrong))).toMatchObject({
        ...refusal,
        message: said,
      });
      expect((await refusalOf(sendTestMessage(ctx, { template: wrong, number: null }))).field).toBe(
        "mjml",
      );
    }
    expect(await listTemplates(ctx)).toEqual(before);
  });
});

test("a test goes to who tries it, and stands in the outbox without its text", async () => {
  const { ctx } = await setting();
  expect((await refusalOf(sendTestMessage(ctx, { template, number: null }))).field).toBe("number");
  await sendTestMessage(ctx, { template, number: "+6281234567890" });
  const [waiting] = (await listOutbox(ctx, { ...any, after: null, limit: 9 })).items;
  expect(waiting).toMatchObject({
    kind: "staff",
    channel: "sms",
    state: "waiting",
    customer: null,
  });
  const sent: OutgoingMessage[] = [];
  await deliverMessages(t.deps, "sms", async (message) => {
    sent.push(message);
    return { kind: "sent", providerId: "p1" };
  });
  expect(sent.filter(({ id }) => id === waiting?.id)).toMatchObject([
    { recipient: "+6281234567890", text: "Kopi Kita: your code is 123456, for 5 minutes" },
  ]);
  const { items } = await listOutbox(ctx, { ...any, state: "sent", after: null, limit: 9 });
  expect(items).toMatchObject([{ id: waiting?.id, attempts: 1 }]);
  expect(JSON.stringify(items)).not.toContain("123456,");
});

test("the outbox comes by pages without a gap, each merchant's own", async () => {
  const { ctx } = await setting();
  for (let at = 0; at < 5; at++)
    await sendTestMessage(ctx, { template, number: `+628111111111${at}` });
  const recipients: string[] = [];
  let after: Place | null = null;
  do {
    const page: Awaited<ReturnType<typeof listOutbox>> = await listOutbox(ctx, {
      ...any,
      after,
      limit: 2,
    });
    recipients.push(...page.items.map(({ recipient }) => recipient));
    after = page.next;
  } while (after);
  expect(recipients).toEqual([4, 3, 2, 1, 0].map((at) => `+628111111111${at}`));
  const strange = await setting();
  expect((await listOutbox(strange.ctx, { ...any, after: null, limit: 9 })).items).toEqual([]);
});
