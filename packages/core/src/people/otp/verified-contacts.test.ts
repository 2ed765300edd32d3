import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { changeProfile, getMember, type ProfileChange } from "../../members/index.ts";
import { credentialsIn, rightPassword, rightPin } from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { editCustomer, getCustomer } from "../customers/index.ts";
import { resetPassword } from "../password/index.ts";
import { resetPin } from "../pin/index.ts";
import { requestOtp } from "./request-otp.ts";

const t = harnessOfFile();
const given = credentialsIn(t);

type Channel = "email" | "sms" | "whatsapp";

const unchanged: ProfileChange = {
  ...{ name: null, gender: null, birthday: null, address: null, postalCode: null, notes: null },
  ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
  ...{ email: null, mobileNumber: null, memberId: null, extraData: null },
};

/** A customer with an email and a mobile number, who can be sent codes by each channel. */
async function setting() {
  const { merchant, customer, ctx, user } = await given.customer();
  for (const channel of ["email", "sms", "whatsapp"] as const)
    await given.template(merchant, { code: "code", channel, subject: "Code", body: "{{otp}}" });
  const verified = async () => {
    const { emailIsVerified, phoneIsVerified } = await getMember(ctx, user);
    return [emailIsVerified, phoneIsVerified];
  };
  const request = (type: Channel | null, templateCode: string | null = "code") =>
    requestOtp(ctx, { user, purpose: "pin", type, templateCode });
  const resetBy = async (type: Channel | null, templateCode?: string | null) => {
    const { otp } = await request(type, templateCode);
    await resetPin(ctx, { user, otp, pin: rightPin, confirmPin: rightPin });
  };
  const { customers } = schema;
  const row = and(eq(customers.merchantId, merchant.id), eq(customers.id, customer.id));
  return { merchant, customer, ctx, user, verified, request, resetBy, row };
}

describe("C9j: a code that was sent to the customer and is used", () => {
  test("verifies the email or the mobile number to which it was sent", async () => {
    const { customer, ctx, user, verified, request, resetBy } = await setting();
    const { otp } = await request("sms");
    expect(await verified()).toEqual([false, false]);
    await resetPin(ctx, { user, otp, pin: rightPin, confirmPin: rightPin });
    expect(await verified()).toEqual([false, true]);
    expect((await getCustomer(ctx, customer.id)).verified).toEqual({
      email: false,
      mobileNumber: true,
    });
    await resetBy(null);
    expect(await verified()).toEqual([true, true]);
    const other = await setting();
    await other.resetBy("whatsapp");
    expect(await other.verified()).toEqual([false, true]);
    const password = await setting();
    const sent = { user: password.user, purpose: "password", templateCode: "code" } as const;
    const code = await requestOtp(password.ctx, { ...sent, type: "email" });
    const wanted = { newPassword: rightPassword, confirmNewPassword: rightPassword };
    await resetPassword(password.ctx, { user: password.user, ...code, ...wanted });
    expect(await password.verified()).toEqual([true, false]);
  });

  test("verifies nothing if no message was sent, whatever an earlier code did", async () => {
    const { verified, request, resetBy } = await setting();
    await request("email");
    await resetBy(null, null);
    expect(await verified()).toEqual([false, false]);
  });

  test("verifies no address that the customer has no more", async () => {
    const { merchant, ctx, user, verified, request } = await setting();
    const { otp } = await request("email");
    // a changed email would void the code
    const { oneTimePasswords: otps } = schema;
    const sentTo = "former@example.com";
    await t.db.update(otps).set({ sentTo }).where(eq(otps.merchantId, merchant.id));
    await resetPin(ctx, { user, otp, pin: rightPin, confirmPin: rightPin });
    expect(await verified()).toEqual([false, false]);
  });

  test("verifies nothing if it is wrong", async () => {
    const { ctx, user, verified, request } = await setting();
    const { otp } = await request("email");
    const wrong = await requestOtp(ctx, { user, purpose: "pin", type: null, templateCode: null });
    const reset = () => resetPin(ctx, { user, otp, pin: rightPin, confirmPin: rightPin });
    // the digits may be the same by chance
    if (wrong.otp.reveal() !== otp.reveal())
      expect((await refusalOf(reset())).code).toBe("invalid_otp");
    expect(await verified()).toEqual([false, false]);
  });
});

describe("C9j: a changed email or mobile number", () => {
  const both = async () => {
    const made = await setting();
    await t.db
      .update(schema.customers)
      .set({ emailIsVerified: true, phoneIsVerified: true })
      .where(made.row);
    return made;
  };

  test("is not verified when staff change it, and the other one still is", async () => {
    const { ctx, customer, verified } = await both();
    await editCustomer(ctx, { customerId: customer.id, name: "Budi", email: customer.email });
    expect(await verified()).toEqual([true, true]);
    await editCustomer(ctx, { customerId: customer.id, email: "new@example.com" });
    expect(await verified()).toEqual([false, true]);
    await editCustomer(ctx, { customerId: customer.id, mobileNumber: null });
    expect(await verified()).toEqual([false, false]);
  });

  test("is not verified when a token changes it, unless the token says so", async () => {
    const { ctx, user, verified } = await both();
    await changeProfile(ctx, user, { ...unchanged, name: "Budi" });
    expect(await verified()).toEqual([true, true]);
    await changeProfile(ctx, user, { ...unchanged, mobileNumber: "081239870011" });
    expect(await verified()).toEqual([true, false]);
    const said = { email: "new@example.com", emailIsVerified: true, phoneIsVerified: true };
    await changeProfile(ctx, user, { ...unchanged, ...said });
    expect(await verified()).toEqual([true, true]);
    await changeProfile(ctx, user, { ...unchanged, email: "newer@example.com" });
    expect(await verified()).toEqual([false, true]);
  });

  test("C9m: its flag is set by no token without the scope members.identity", async () => {
    const { merchant, user, verified } = await both();
    const scopes = ["members", "members.write"] as const;
    const ctx = t.as(merchant, {
      caller: { kind: "token", merchant, tokenId: 1, scopes, stores: null },
    });
    await changeProfile(ctx, user, { ...unchanged, emailIsVerified: true });
    const change = changeProfile(ctx, user, { ...unchanged, emailIsVerified: false });
    expect((await refusalOf(change)).code).toBe("permission_denied");
    expect(await verified()).toEqual([true, true]);
  });
});
