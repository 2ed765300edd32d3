import { describe, expect, test } from "vitest";
import { processorTime } from "../../../testing/processor-time.ts";
import type { Channel, MessageTemplate } from "../types.ts";
import { checkDelivery, chooseTemplate, fillTemplate } from "./template.rules.ts";

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

  test("at once, however many blanks stand behind braces that nothing closes", () => {
    const blanks = " ".repeat(100_000);
    const took = processorTime(() => {
      expect(fillTemplate(template({ body: `{{${blanks}` }), values)).toMatchObject({
        problem: "braces that are no placeholder",
      });
      expect(fillTemplate(template({ body: `{{${blanks}otp${blanks}}}` }), values)).toMatchObject({
        message: { text: "123456" },
      });
    });
    // at quadratic cost this would take many seconds
    expect(took).toBeLessThan(2_000);
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

describe("a template that the provider has approved", () => {
  const approved = {
    name: "otp_code",
    language: "id",
    parameters: ["{{otp}}", "Hi {{break}}"],
    button: "{{otp}}",
  };
  const whatsapp = template({ channel: "whatsapp", body: "{{otp}}", approved });

  test("is filled beside the text, each parameter on one line", () => {
    expect(fillTemplate(whatsapp, values)).toMatchObject({
      message: {
        text: "123456",
        approved: { ...approved, parameters: ["123456", "Hi a Bcc: x@y.z"], button: "123456" },
      },
    });
    const silent = template({ channel: "whatsapp", approved: { ...approved, button: null } });
    expect(fillTemplate(silent, values)).toMatchObject({ message: { approved: { button: null } } });
  });

  test.each<[string, Partial<MessageTemplate>, string]>([
    [
      "an unknown parameter",
      { approved: { ...approved, parameters: ["{{pin}}"] } },
      "unknown placeholder {{pin}}",
    ],
    [
      "an unknown text of the button",
      { approved: { ...approved, button: "{{pin}}" } },
      "unknown placeholder {{pin}}",
    ],
    ["another channel", { channel: "sms" }, "only WhatsApp has approved templates"],
  ])("is refused with %s", (_, parts, problem) => {
    expect(fillTemplate({ ...whatsapp, ...parts }, values)).toEqual({ problem, part: "approved" });
  });
});

describe("a template is not used", () => {
  const braces = "braces that are no placeholder";
  const unsafe = "a placeholder in a style or a script, where no value is safe";
  test.each<[string, Partial<MessageTemplate>, string, string]>([
    [
      "unknown placeholders",
      { body: "{{pin}} {{otp}} {{ who }}" },
      "body",
      "unknown placeholder {{pin}}, {{who}}",
    ],
    ["one in its HTML", { html: "<p>{{pin}}" }, "html", "unknown placeholder {{pin}}"],
    [
      "what objects have anyway",
      { body: "{{toString}}" },
      "body",
      "unknown placeholder {{toString}}",
    ],
    ["an empty one", { body: "{{}}" }, "body", "unknown placeholder {{}}"],
    ["one that is not closed", { body: "{{otp" }, "body", braces],
    ["one that is not opened", { subject: "otp}}" }, "subject", braces],
    ["one in another", { body: "{{ {{otp}} }}" }, "body", braces],
    ["braces after a style", { html: "<style>a{b{c:d}}</style>}}" }, "html", braces],
    ["one in a style", { html: "<style>a{b:{{otp}}}</style>" }, "html", unsafe],
    ["one in a script that never ends", { html: "<SCRIPT>'{{otp}}'" }, "html", unsafe],
  ])("with %s", (_, parts, part, problem) => {
    expect(fillTemplate(template(parts), values)).toEqual({ problem, part });
  });

  test("what a style does with braces is its own affair", () => {
    const html = "<style>@media print{a{b:c}}</style><p>{{otp}}</p><style>@media all{d{e:f}}";
    expect(fillTemplate(template({ html }), values)).toMatchObject({
      message: { html: html.replace("{{otp}}", "123456") },
    });
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
    expect(chooseTemplate(templates, contact, ["ID"])?.channel).toBe(channel);
  });
});

describe("what cannot be delivered", () => {
  const wanted = { code: "otp", channel: "sms", smsCountries: ["ID"] } as const;
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
