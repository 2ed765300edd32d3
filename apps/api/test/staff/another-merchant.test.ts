import type { Merchant } from "@stampbook/core/context";
import { expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { type Browser, dataOf, deskIn, ORIGIN, PASSWORD, refusedBy } from "./desk.ts";

const GIFT = { customerId: 12, delta: 100, reason: "a gift" };

contractInProcess("a page of a merchant that is not the one by now", (house) => {
  const desk = deskIn(house);

  /** Somebody who works for two merchants, with the first one's console open. */
  async function atTwo() {
    const [a, b] = [await house.given.merchant(), await house.given.merchant()];
    for (const merchant of [a, b])
      await house.given.customer(merchant, { id: GIFT.customerId }, { stamps: 5 });
    const who = await desk.person();
    await desk.hire(who, a, "owner");
    await desk.hire(who, b, "owner");
    const browser = desk.browser();
    await browser.auth("/sign-in/email", { email: who.email, password: PASSWORD });
    const open = (merchant: Merchant) =>
      browser.auth("/update-session", { activeMerchantId: merchant.id });
    await open(a);
    return { a, b, who, browser, open };
  }

  const shows = ({ id }: Merchant) => ({ "x-stampbook-merchant": String(id) });
  const give = (browser: Browser, headers = {}) =>
    browser.mutate("staff.customers.adjustStamps", GIFT, headers);

  async function stampsAt(...merchants: readonly Merchant[]) {
    const rows = await house.core.db.query.memberships.findMany();
    const stampsOf = ({ id }: Merchant) =>
      rows.find((row) => row.merchantId === id && row.customerId === GIFT.customerId)?.stamps;
    return merchants.map(stampsOf);
  }

  it("changes nothing, at either", async () => {
    const { a, b, browser, open } = await atTwo();
    expect((await give(browser, shows(a)))[0]).toBe(200);
    // the person opens the other merchant in another tab of the same browser
    await open(b);
    const refused = await give(browser, shows(a));
    expect([refused[0], refusedBy(refused)]).toEqual([409, "another_merchant"]);
    expect(await stampsAt(a, b)).toEqual([105, 5]);
    expect((await give(browser, shows(b)))[0]).toBe(200);
    expect(await stampsAt(a, b)).toEqual([105, 105]);
  });

  it("of one who was dismissed there acts for nobody else", async () => {
    const { a, b, who, browser } = await atTwo();
    await house.core.db.execute(
      `delete from staff_members where user_id = '${who.id}' and merchant_id = ${a.id}`,
    );
    expect(refusedBy(await give(browser, shows(a)))).toBe("another_merchant");
    await desk.dismiss(who);
    expect(refusedBy(await give(browser, shows(a)))).toBe("UNAUTHORIZED");
    expect(await stampsAt(a, b)).toEqual([5, 5]);
  });

  it("reads nothing either, alone or with others", async () => {
    const { a, b, browser, open } = await atTwo();
    await open(b);
    const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: { customerId: 12 } }));
    const path = `/trpc/staff.me,staff.customers.get?batch=1&input=${input}`;
    const [status, body] = await house.send({
      method: "GET",
      path,
      headers: { cookie: cookieOf(browser), origin: ORIGIN, ...shows(a) },
    });
    expect(status).toBe(409);
    expect(JSON.stringify(body).match(/another_merchant/g)).toHaveLength(2);
  });

  it("is not told of changes", async () => {
    const { a, b, browser, open } = await atTwo();
    await open(b);
    const listen = ({ id }: Merchant) => {
      const params = encodeURIComponent(JSON.stringify({ merchant: String(id) }));
      return fetch(`${url}/trpc/staff.live.changes?connectionParams=${params}`, {
        headers: { cookie: cookieOf(browser), origin: ORIGIN, accept: "text/event-stream" },
      });
    };
    const url = await house.app.listen({ port: 0 });
    expect(await (await listen(a)).text()).toContain("another_merchant");
    const own = await listen(b);
    const first = await own.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).not.toContain("another_merchant");
  });

  it.each(["", "0", "x", "1, 2"])("says so in no such way as %j", async (value) => {
    const { browser } = await atTwo();
    const refused = await give(browser, { "x-stampbook-merchant": value });
    expect(refusedBy(refused)).toBe("another_merchant");
  });

  it("that does not say what it shows acts for the one that is open", async () => {
    const { a, b, browser, open } = await atTwo();
    await open(b);
    const me = dataOf(await browser.query("staff.me"));
    expect(me).toMatchObject({ merchant: { id: b.id } });
    expect((await give(browser))[0]).toBe(200);
    expect(await stampsAt(a, b)).toEqual([5, 105]);
  });

  it("is no matter to a token", async () => {
    const { a, b } = await atTwo();
    const headers = { "content-type": "application/json", ...shows(b) };
    const call = { method: "POST", path: "/trpc/diagnostics.ping", headers, payload: "{}" };
    expect((await house.send({ ...call, token: await house.tokenOf(a) }))[0]).toBe(200);
  });
});

function cookieOf({ cookies }: Browser) {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
