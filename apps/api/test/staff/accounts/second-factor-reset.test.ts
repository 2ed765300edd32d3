import type { Merchant } from "@stampbook/core/context";
import { deliverMessages, type OutgoingMessage } from "@stampbook/core/messages";
import { schema } from "@stampbook/db";
import { expect, it } from "vitest";
import { contractInProcess } from "../../contract.ts";
import { dataOf, deskIn, PASSWORD, type Person, refusedBy } from "../desk.ts";
import { codeOf } from "./authenticator.ts";

const RESET = "staff.settings.staff.resetSecondFactor";

contractInProcess("a second factor that was lost", (house) => {
  const desk = deskIn(house);

  /** A manager who has an authenticator and a passkey, and an owner of the same merchant. */
  async function guarded() {
    const merchant = await house.given.merchant();
    const owner = await desk.at(merchant, "owner");
    const who = await desk.person();
    await desk.hire(who, merchant, "manager");
    const browser = desk.browser();
    await signIn(who, browser);
    const [, body] = await browser.auth("/two-factor/enable", { password: PASSWORD });
    const { totpURI } = body as { totpURI: string };
    await browser.auth("/two-factor/verify-totp", { code: codeOf(totpURI) });
    await house.core.db.insert(schema.staffPasskeys).values({
      id: `k${who.id}`,
      publicKey: "key",
      userId: who.id,
      credentialID: who.id,
      counter: 0,
      deviceType: "singleDevice",
      backedUp: false,
    });
    // sends the mail about the new authenticator, so that it no longer waits
    await mailTo(who);
    return { merchant, owner, who, browser, totpURI };
  }

  async function signIn({ email }: Person, browser = desk.browser()) {
    const [, body] = await browser.auth("/sign-in/email", { email, password: PASSWORD });
    return { asked: JSON.stringify(body).includes("twoFactorRedirect"), browser };
  }

  async function mailTo({ email }: Person): Promise<OutgoingMessage | undefined> {
    const sent: OutgoingMessage[] = [];
    await deliverMessages(house.core, "email", async (message) => {
      sent.push(message);
      return { kind: "sent", providerId: null };
    });
    return sent.find(({ recipient }) => recipient === email);
  }

  const kept = async ({ id }: Person) => {
    const { staffTwoFactors, staffPasskeys, staffSessions } = house.core.db.query;
    const lists: readonly (readonly { userId: string }[])[] = await Promise.all([
      staffTwoFactors.findMany(),
      staffPasskeys.findMany(),
      staffSessions.findMany(),
    ]);
    return lists.map((rows) => rows.filter(({ userId }) => userId === id).length);
  };

  const entriesOf = ({ id }: Merchant) =>
    house.core.db.query.auditEntries.findMany({
      where: (entry, { eq }) => eq(entry.merchantId, id),
    });

  it("is taken away by an owner, with every session; the password alone opens the account then", async () => {
    const { merchant, owner, who, browser } = await guarded();
    expect((await signIn(who)).asked).toBe(true);
    expect((await browser.query("staff.me"))[0]).toBe(200);
    expect((await owner.mutate(RESET, { userId: who.id }))[0]).toBe(200);
    expect(await kept(who)).toEqual([0, 0, 0]);
    expect(refusedBy(await browser.query("staff.me"))).toBe("UNAUTHORIZED");
    const again = await signIn(who);
    expect(again.asked).toBe(false);
    expect((await again.browser.query("staff.me"))[0]).toBe(200);
    expect(await mailTo(who)).toMatchObject({
      subject: "Your Stampbook second factor was reset",
      text: expect.stringContaining(`${merchant.name} has reset your second factor`),
    });
    expect(await entriesOf(merchant)).toMatchObject([
      { action: "settings.staff.resetSecondFactor", subject: `staff ${who.id}` },
    ]);
  });

  it("S7: no device is trusted to skip the second factor, whatever a call asks for", async () => {
    const { who, totpURI } = await guarded();
    const { browser } = await signIn(who);
    const code = codeOf(totpURI, 1);
    const [status] = await browser.auth("/two-factor/verify-totp", { code, trustDevice: true });
    expect(status).toBe(200);
    expect([...browser.cookies.keys()].join()).not.toMatch(/trust/);
    expect((await signIn(who, browser)).asked).toBe(true);
  });

  it("is not for a manager, nor for an owner's own, nor where there is none", async () => {
    const { merchant, owner, who, browser } = await guarded();
    const me = dataOf(await owner.query("staff.me")) as { person: { id: string } };
    const refused = async (userId: string, by = owner) =>
      refusedBy(await by.mutate(RESET, { userId }));
    expect(await refused(me.person.id, browser)).toBe("permission_denied");
    expect(await refused(me.person.id)).toBe("invalid");
    expect(await refused("nobody")).toBe("invalid");
    const plain = await desk.person();
    await desk.hire(plain, merchant, "cashier");
    expect(await refused(plain.id)).toBe("invalid");
    const stranger = await guarded();
    expect(await refused(stranger.who.id)).toBe("invalid");
    for (const one of [who, stranger.who]) expect(await kept(one)).toEqual([1, 1, 1]);
    expect(await entriesOf(merchant)).toEqual([]);
  });

  it("stays where the account opens another merchant's console, too", async () => {
    const { merchant, owner, who, browser } = await guarded();
    await desk.hire(who, await house.given.merchant(), "cashier");
    expect(refusedBy(await owner.mutate(RESET, { userId: who.id }))).toBe("permission_denied");
    expect(await kept(who)).toEqual([1, 1, 1]);
    expect((await browser.query("staff.me"))[0]).toBe(200);
    expect(await mailTo(who)).toBeUndefined();
    expect(await entriesOf(merchant)).toEqual([]);
  });
});
