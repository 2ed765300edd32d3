import { deliverMessages } from "@stampbook/core/messages";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmailSender } from "../../src/delivery/email.ts";
import { contractInProcess } from "../contract.ts";
import { type MailServer, startMailServer } from "../mail-server.ts";
import { dataOf, deskIn } from "./desk.ts";

const SAVE = "staff.settings.messageTemplates.save";
const PREVIEW = "staff.settings.messageTemplates.preview";

const mjml = `<mjml>
  <mj-body>
    <mj-section><mj-column>
      <mj-text>Dear {{customer_name}}, your code is <b>{{otp}}</b></mj-text>
    </mj-column></mj-section>
  </mj-body>
</mjml>`;
const template = {
  code: "otp",
  channel: "email",
  subject: "A code for {{customer_name}}",
  body: "Dear {{customer_name}}, your code is {{otp}}",
  mjml,
};

contractInProcess("a mail whose HTML was made of MJML", (house) => {
  const desk = deskIn(house);
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server.close());

  it("arrives as text and as HTML, and a name that is HTML is text in both", async () => {
    const merchant = await house.given.merchant();
    const owner = await desk.at(merchant, "owner");
    expect(dataOf(await owner.query(PREVIEW, template))).toMatchObject({
      message: { html: expect.stringContaining("your code is <b>123456</b>") },
    });
    expect((await owner.mutate(SAVE, template))[0]).toBe(200);
    const name = "<script>alert('Ani')</script>";
    const { email } = await house.given.customer(merchant, { name });
    const asked = { user: email, template_code: "otp" };
    const token = await house.tokenOf(merchant);
    const [, body] = await house.post("/api/pin/request-otp-for-reset", asked, { token });
    const { otp } = body as { otp: string };

    const send = createEmailSender({ url: server.url, from: "Shop <shop@example.com>" });
    expect(await deliverMessages(house.core, "email", send)).toMatchObject({ sent: 1 });
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      to: [{ address: email }],
      subject: `A code for ${name}`,
      text: `Dear ${name}, your code is ${otp}\n`,
    });
    expect(mail?.html).toContain(
      `Dear &lt;script&gt;alert(&#39;Ani&#39;)&lt;/script&gt;, your code is <b>${otp}</b>`,
    );
    expect(mail?.html).not.toContain("<script");
  });

  it("goes to who tries it, as it will look", async () => {
    const owner = await desk.at(await house.given.merchant(), "owner");
    const before = server.mails.length;
    const sendTest = "staff.settings.messageTemplates.sendTest";
    expect((await owner.mutate(sendTest, { template }))[0]).toBe(200);
    const send = createEmailSender({ url: server.url, from: "Shop <shop@example.com>" });
    await deliverMessages(house.core, "email", send);
    expect(server.mails[before]?.html).toContain("Dear Ani Wijaya, your code is <b>123456</b>");
  });

  it.each([
    ["an unknown placeholder", mjml.replace("otp", "pin"), "unknown placeholder {{pin}}"],
    [
      "what MJML does not know",
      mjml.replace("<mj-text>", "<mj-text x='1'>"),
      "line 4, mj-text: Attribute x is illegal",
    ],
    [
      "a file",
      mjml.replace("<mj-text>", "<mj-include path='/etc/passwd' /><mj-text>"),
      "line 4: mj-include is not possible, write what it would bring",
    ],
    [
      "an element left open",
      mjml.replace("</mj-text>", ""),
      "line 4: <mj-text> is closed by </mj-column>",
    ],
  ])("is refused with %s, at its field, and the old one stays", async (_, wrong, problem) => {
    const merchant = await house.given.merchant();
    const owner = await desk.at(merchant, "owner");
    await owner.mutate(SAVE, { ...template, mjml: "" });
    const before = dataOf(await owner.query("staff.settings.messageTemplates.list"));
    const [status, answer] = await owner.mutate(SAVE, { ...template, mjml: wrong });
    expect([status, answer]).toMatchObject([
      400,
      {
        error: {
          data: {
            failure: {
              code: "invalid_template_code",
              field: "mjml",
              message: `Message template "otp" cannot be used: ${problem}`,
            },
          },
        },
      },
    ]);
    expect(dataOf(await owner.query("staff.settings.messageTemplates.list"))).toEqual(before);
  });
});
