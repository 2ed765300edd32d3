import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { deliverMessages } from "@stampbook/core/messages";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSenders } from "../../src/delivery/senders.ts";
import { contractInProcess } from "../contract.ts";
import { dataOf, deskIn } from "./desk.ts";

const SAVE = "staff.settings.messageTemplates.save";

const template = {
  code: "otp",
  channel: "whatsapp",
  body: "Your code is {{otp}}",
  approved: { name: "otp_code", language: "id", parameters: ["{{otp}}"], button: "{{otp}}" },
};

contractInProcess("a one-time password by WhatsApp", (house) => {
  const desk = deskIn(house);
  const heard: unknown[] = [];
  const provider = createServer(async (request, response) => {
    heard.push(await json(request));
    response.end('{"messages":[{"id":"wamid.1"}]}');
  });
  beforeAll(async () => {
    provider.listen(0, "127.0.0.1");
    await once(provider, "listening");
  });
  afterAll(() => {
    provider.close();
    provider.closeAllConnections();
  });

  it("goes out as the template that the merchant has had approved", async () => {
    const merchant = await house.given.merchant();
    const owner = await desk.at(merchant, "owner");
    expect((await owner.mutate(SAVE, template))[0]).toBe(200);
    const list = await owner.query("staff.settings.messageTemplates.list");
    expect(dataOf(list)).toMatchObject([template]);
    const customer = await house.given.customer(merchant, { mobileNumber: "+6281239871234" });
    const asked = { user: customer.email, type: "whatsapp", template_code: "otp" };
    const token = await house.tokenOf(merchant);
    const [status, answer] = await house.post("/api/pin/request-otp-for-reset", asked, { token });
    expect(status).toBe(200);
    const { otp } = answer as { otp: string };

    const address = provider.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const cloud = { provider: "cloud", url: `http://127.0.0.1:${port}`, account: "5" } as const;
    const { whatsapp } = createSenders({
      email: null,
      sms: null,
      whatsapp: { ...cloud, token: "t" },
    });
    if (!whatsapp) throw new Error("WhatsApp is set up");
    expect(await deliverMessages(house.core, "whatsapp", whatsapp)).toMatchObject({ sent: 1 });
    const code = [{ type: "text", text: otp }];
    expect(heard).toMatchObject([
      {
        to: "6281239871234",
        type: "template",
        template: {
          name: "otp_code",
          language: { code: "id" },
          components: [
            { type: "body", parameters: code },
            { type: "button", sub_type: "url", index: "0", parameters: code },
          ],
        },
      },
    ]);
  });

  it("names a parameter that nobody knows, and one on another channel", async () => {
    const owner = await desk.at(await house.given.merchant(), "owner");
    const { approved } = template;
    for (const wrong of [
      { ...template, approved: { ...approved, parameters: ["{{pin}}"] } },
      { ...template, channel: "sms" },
    ])
      expect((await owner.mutate(SAVE, wrong))[1]).toMatchObject({
        error: { data: { failure: { code: "invalid_template_code", field: "approved" } } },
      });
    expect(dataOf(await owner.query("staff.settings.messageTemplates.list"))).toEqual([]);
  });
});
