import { describe, expect, test } from "vitest";
import { checkDelivery, chooseTemplate, fillTemplate } from "./template.rules.ts";
import type { Channel, MessageTemplate } from "./types.ts";

const template = (parts: Partial<MessageTemplate> = {}): MessageTemplate => ({
  code: "t",
  channel: "email",
  subject: "",
  body: "",
  html: "",
  ...parts,
});
const values = { otp: "123456", name: 'Ani <b> & "Co" {{otp}} $& \'', break: "a\r\nBcc: x@y.z" };

describe("a template is filled", () => {
  test("by every placeholder's value, however it is spaced, as often as it stands there", () => {
    expect(fillTemplate(template({ body: "{{otp}}, {{ otp }} and {{otp}}!" }), values)).toEqual({
      message: { subject: "", text: "123456, 123456 and 123456!", html: null },
    });
  });

  test("once: what a value holds is text", () => {
    expect(fillTemplate(template({ body: "{{name}}" }), values)).toMatchObject({
      message: { text: values.name },
    });
  });

  test("escaped in HTML, and only there", () => {
    const filled = fillTemplate(template({ subject: "{{name}}", html: "<p>{{name}}</p>" }), values);
    expect(filled).toMatchObject({
      message: {
        subject: values.name,
        html: "<p>Ani &lt;b&gt; &amp; &quot;Co&quot; {{otp}} $&amp; &#39;</p>",
      },
    });
  });

  test("on one line in the subject, so that no header can be made of it", () => {
    expect(fillTemplate(template({ subject: "Hi {{break}}" }), values)).toMatchObject({
      message: { subject: "Hi a Bcc: x@y.z" },
    });
  });
});

describe("a template is not used", () => {
  test.each([
    [
      "unknown placeholders",
      { body: "{{pin}} {{otp}}", html: "{{ who }}" },
      "unknown placeholder {{pin}}, {{who}}",
    ],
    ["what objects have anyway", { body: "{{toString}}" }, "unknown placeholder {{toString}}"],
    ["an empty one", { body: "{{}}" }, "unknown placeholder {{}}"],
    ["one that is not closed", { body: "{{otp" }, "braces that are no placeholder"],
    ["one that is not opened", { subject: "otp}}" }, "braces that are no placeholder"],
    ["one in another", { body: "{{ {{otp}} }}" }, "braces that are no placeholder"],
  ])("with %s", (_, parts, problem) => {
    expect(fillTemplate(template(parts), values)).toEqual({ problem });
  });

  test("single braces are text", () => {
    expect(fillTemplate(template({ body: "{ a } {otp}" }), values)).toMatchObject({
      message: { text: "{ a } {otp}" },
    });
  });
});

describe("the template that reaches the customer", () => {
  const all = (["whatsapp", "email", "sms"] as const).map((channel) => template({ channel }));
  const both = { email: "a@b.c", mobileNumber: "+628123456789" };
  test.each<
    [
      string,
      MessageTemplate[],
      { email: string | null; mobileNumber: string | null },
      Channel | undefined,
    ]
  >([
    ["email first", all, both, "email"],
    ["SMS where there is no address", all, { ...both, email: null }, "sms"],
    ["WhatsApp where it is all there is", all.slice(0, 1), both, "whatsapp"],
    ["none where nothing reaches", all, { email: null, mobileNumber: null }, undefined],
    ["none where there is no template", [], both, undefined],
  ])("%s", (_, templates, contact, channel) => {
    expect(chooseTemplate(templates, contact)?.channel).toBe(channel);
  });
});

describe("what cannot be delivered", () => {
  const wanted = { code: "otp", channel: "sms" } as const;
  const contact = { email: "a@b.c", mobileNumber: null };
  test("has no address", () => {
    expect(checkDelivery(wanted, template(), contact)).toMatchObject({
      code: "invalid_type",
      message: "This customer has no mobile number",
    });
    expect(
      checkDelivery({ ...wanted, channel: "email" }, template(), { ...contact, email: null }),
    ).toMatchObject({ code: "invalid_type", message: "This customer has no email address" });
  });
  test("has no template", () => {
    expect(checkDelivery({ ...wanted, channel: "email" }, null, contact)).toMatchObject({
      code: "invalid_template_code",
      message: 'There is no message template "otp" for email',
    });
  });
});
