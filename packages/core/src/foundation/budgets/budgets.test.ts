import { connect, type OpenDb, schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inviteStaff, mailReset, mailSpentBudgets } from "../../entering/access/index.ts";
import { requestOtp, resetOtpLimit } from "../../people/otp/index.ts";
import { setPassword } from "../../people/password/index.ts";
import { credentialsIn } from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { forgetOldRows } from "../audit/index.ts";
import type { CoreContext, Merchant } from "../context.ts";
import { Failure } from "../failures.ts";
import { deliverMessages, sendTestMessage } from "../messages/index.ts";
import { Secret } from "../secret.ts";
import { checkBudgets } from "./budget.rules.ts";
import { budgets, spendBudgets, spendingOf, withinBudgets } from "./index.ts";

const t = harnessOfFile({ isOwn: true });
let other: OpenDb;
let given: ReturnType<typeof credentialsIn>;
beforeAll(async () => {
  other = await connect({ url: t.open.url }, { isPatient: true });
  given = credentialsIn(t);
});
afterAll(() => other?.close());

const HOUR_MS = 3_600_000;
const bySms = { purpose: "pin", type: "sms", templateCode: "code" } as const;

async function customerWithSms(settings: Parameters<typeof given.customer>[0] = {}, row = {}) {
  const made = await given.customer(settings, row);
  for (const channel of ["sms", "whatsapp"])
    await given.template(made.merchant, { code: "code", channel, subject: "", body: "{{otp}}" });
  return made;
}

const sentOf = async ({ id }: Merchant) =>
  (
    await t.db
      .select()
      .from(schema.outboxMessages)
      .where(
        and(eq(schema.outboxMessages.merchantId, id), eq(schema.outboxMessages.state, "waiting")),
      )
  ).length;

/**
 * Makes `calls` calls at the same time, alternately in two processes. Returns the number of calls that
 * passed. Expects that all others were refused.
 */
async function burst(
  calls: number,
  ctx: CoreContext,
  call: (ctx: CoreContext) => Promise<unknown>,
) {
  const settled = await Promise.allSettled(
    Array.from({ length: calls }, (_, at) => call({ ...ctx, db: at % 2 ? other.db : t.db })),
  );
  const reasons = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  for (const reason of reasons) expect(reason).toBeInstanceOf(Failure);
  return calls - reasons.length;
}

describe("a budget", () => {
  const purseOf = (merchant: Merchant, offsetMs = 0) => ({
    db: t.db,
    merchantId: merchant.id,
    offsetMs,
  });

  it("H3 (T12): 1,000 calls at once use no more than its limit, and all of it", async () => {
    const merchant = await t.given.merchant();
    const spendings = [spendingOf("textsToPrefix", "+62812345"), spendingOf("textsOfMerchant", "")];
    const passed = await burst(1_000, t.as(merchant), (ctx) => {
      const purse = { ...purseOf(merchant), db: ctx.db };
      return withinBudgets(purse, spendings, () => spendBudgets(purse, spendings));
    });
    expect(passed).toBe(budgets.textsToPrefix.most);
    const rows = await t.db
      .select()
      .from(schema.budgets)
      .where(eq(schema.budgets.merchantId, merchant.id));
    // a call that one budget refuses spends nothing from the other budget
    expect(rows.map(({ spent }) => spent)).toEqual([passed, passed]);
  });

  it("is refused by the spent one whose period ends last", () => {
    const spent = (left: number) => ({
      ...({ budget: "bookingsOfStore", spent: 60 - left, secondsLeft: 30 } as const),
    });
    const phone = { budget: "bookingsOfPhone", spent: 5, secondsLeft: 90 } as const;
    expect(checkBudgets([null, null])).toBeNull();
    expect(checkBudgets([null, spent(1)])).toBeNull();
    expect(checkBudgets([null, spent(0)])?.retryAfter).toBe(30);
    expect(checkBudgets([spent(0), phone])?.retryAfter).toBe(90);
    expect(checkBudgets([phone, spent(0)])?.rule).toBe("budget bookingsOfPhone");
  });

  it("would be overspent, were it read before it is written", async () => {
    const merchant = await t.given.merchant();
    const row = { merchantId: merchant.id, budget: "naive", subject: "", spent: 1, most: 30 };
    const times = { startedAt: new Date().toISOString(), endsAt: "2099-01-01T00:00:00Z" };
    await t.db.insert(schema.budgets).values({ ...row, ...times });
    const rows = () =>
      t.db.select().from(schema.budgets).where(eq(schema.budgets.merchantId, merchant.id));
    const seen = await Promise.all(Array.from({ length: 90 }, rows));
    const passed = seen.map(async ([found]) => {
      const spent = (found?.spent ?? 0) + 1;
      await t.db
        .update(schema.budgets)
        .set({ spent })
        .where(eq(schema.budgets.merchantId, merchant.id));
      return spent <= 30;
    });
    expect((await Promise.all(passed)).filter((passes) => passes)).toHaveLength(90);
  });

  it("begins anew when its period has ended, and says how long that is", async () => {
    const merchant = await t.given.merchant();
    const spendings = [spendingOf("bookingsOfPhone", "x")];
    const spend = (offsetMs: number) => {
      const purse = purseOf(merchant, offsetMs);
      return withinBudgets(purse, spendings, () => spendBudgets(purse, spendings));
    };
    for (let at = 0; at < budgets.bookingsOfPhone.most; at++) await spend(0);
    const refusal = await refusalOf(spend(0.5 * HOUR_MS));
    expect(refusal).toMatchObject({ code: "too_many_attempts", rule: "budget bookingsOfPhone" });
    expect(refusal.retryAfter).toBeGreaterThan(1_500);
    expect(refusal.retryAfter).toBeLessThanOrEqual(1_800);
    await spend(1.1 * HOUR_MS);
  });
});

describe("one-time passwords", () => {
  it("H3 (T12): ten a day go to a customer, whatever resets the hour's limit", async () => {
    const { ctx, user, merchant } = await customerWithSms();
    const codes: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 5; at++)
        codes.push(
          await requestOtp(ctx, { ...bySms, user }).then(
            () => "sent",
            (error) => error.code,
          ),
        );
      await resetOtpLimit(ctx, { user });
    }
    expect(codes).toEqual([...Array(10).fill("sent"), ...Array(5).fill("otp_limit_reached")]);
    expect(await sentOf(merchant)).toBe(10);
    const late = { ...ctx, clockOffsetMs: 25 * HOUR_MS };
    await requestOtp(late, { ...bySms, user });
  });

  it("H3 (T12): those that are not sent count too", async () => {
    const { ctx, user } = await given.customer();
    const request = () =>
      requestOtp(ctx, { purpose: "password", type: null, templateCode: null, user });
    for (let at = 0; at < 10; at++) {
      if (at === 5) await resetOtpLimit(ctx, { user });
      await request();
    }
    await resetOtpLimit(ctx, { user });
    expect(await refusalOf(request())).toMatchObject({
      code: "otp_limit_reached",
      rule: "budget codesOfCustomer",
    });
  });

  it("H3 (T12): 1,000 requests at once send what an hour allows", async () => {
    const { ctx, user, merchant } = await customerWithSms();
    const passed = await burst(1_000, ctx, (each) => requestOtp(each, { ...bySms, user }));
    expect([passed, await sentOf(merchant)]).toEqual([5, 5]);
  });

  it("H3 (T12): an hour has 30 texts for numbers that differ in their last four digits", async () => {
    const { ctx, merchant } = await customerWithSms();
    const outcomes: string[] = [];
    for (let at = 0; at < 33; at++) {
      const mobileNumber = `+628123457${100 + at}`;
      const { id: user } = await t.given.customer(merchant, { mobileNumber });
      const input = { ...bySms, user, type: at % 2 ? "sms" : "whatsapp" } as const;
      outcomes.push(
        await requestOtp(ctx, input).then(
          () => "sent",
          (error) => error.refusal.rule,
        ),
      );
    }
    expect(outcomes.slice(0, 30)).toEqual(Array(30).fill("sent"));
    expect(outcomes.slice(30)).toEqual(Array(3).fill("budget textsToPrefix"));
  });

  it("T12: a token causes 1,000 a day, and a merchant sends 5,000 texts", async () => {
    const { ctx, user, merchant } = await customerWithSms();
    await requestOtp(ctx, { ...bySms, user });
    const set = (budget: string, spent: number) =>
      t.db
        .update(schema.budgets)
        .set({ spent })
        .where(and(eq(schema.budgets.merchantId, merchant.id), eq(schema.budgets.budget, budget)));
    await set("messagesOfCaller", 999);
    await requestOtp(ctx, { ...bySms, user });
    const refusal = await refusalOf(requestOtp(ctx, { ...bySms, user }));
    expect(refusal.rule).toBe("budget messagesOfCaller");
    await set("messagesOfCaller", 1);
    await set("textsOfMerchant", 5_000);
    expect((await refusalOf(requestOtp(ctx, { ...bySms, user }))).rule).toBe(
      "budget textsOfMerchant",
    );
  });

  it("T13: three resets of the hour's limit a day, and a refused one resets nothing", async () => {
    const { ctx, user } = await given.customer({ otpRequestsPerHour: 1 });
    const request = () => requestOtp(ctx, { purpose: "pin", type: null, templateCode: null, user });
    for (let at = 0; at < 3; at++) {
      await request();
      await resetOtpLimit(ctx, { user });
    }
    await request();
    expect(await refusalOf(resetOtpLimit(ctx, { user }))).toMatchObject({
      code: "otp_limit_reached",
      rule: "budget limitResetsOfCustomer",
    });
    expect((await refusalOf(request())).rule).toBe("OTP requests of a customer in an hour");
    await resetOtpLimit({ ...ctx, clockOffsetMs: 25 * HOUR_MS }, { user });
  });
});

describe("countries of text messages", () => {
  const abroad = { mobileNumber: "+14155552671" };

  it("H3 (T12): are the merchant's own where it names none", async () => {
    const { ctx, user } = await customerWithSms({}, abroad);
    expect(await refusalOf(requestOtp(ctx, { ...bySms, user }))).toMatchObject({
      code: "invalid_type",
      found: "US",
    });
    const open = await customerWithSms({ smsCountries: ["ID", "US"] }, abroad);
    await requestOtp(open.ctx, { ...bySms, user: open.user });
    const closed = await customerWithSms({ smsCountries: ["US"] });
    expect((await refusalOf(requestOtp(closed.ctx, { ...bySms, user: closed.user }))).code).toBe(
      "invalid_type",
    );
  });

  it("H3: never numbers of satellites, which have no country", async () => {
    const { ctx, user } = await customerWithSms({}, { mobileNumber: "+881612345678" });
    expect((await refusalOf(requestOtp(ctx, { ...bySms, user }))).found).toBe("no country");
  });

  it("hold for notices: the change is made, and nobody is texted abroad", async () => {
    const settings = { notifyTemplateCode: "code" };
    const { ctx, merchant } = await customerWithSms(settings);
    const customer = await t.given.customer(merchant, abroad);
    await setPassword(ctx, {
      user: customer.email,
      newPassword: new Secret("correct horse battery"),
    });
    expect(await sentOf(merchant)).toBe(0);
  });
});

describe("notices", () => {
  it("H3: ten a day for a customer; what comes on top is kept as dead and changes all the same", async () => {
    const { ctx, customer, merchant } = await given.customer();
    await given.template(merchant, { code: "credential_changed" });
    const user = customer.email;
    for (let at = 0; at < 12; at++)
      await setPassword(ctx, { user, newPassword: new Secret(`correct horse ${at}`) });
    const rows = await t.db
      .select()
      .from(schema.outboxMessages)
      .where(eq(schema.outboxMessages.merchantId, merchant.id));
    const dead = rows.filter(({ state }) => state === "dead");
    expect([rows.length, dead.length]).toEqual([12, 2]);
    expect(dead[0]).toMatchObject({ lastError: "limit reached", payload: null });
  });

  it("H3: those that a customer's budget keeps back take no text from the merchant's", async () => {
    const { ctx, customer, merchant } = await given.customer({ notifyTemplateCode: "note" });
    const note = { code: "note", channel: "sms", subject: "", body: "changed" } as const;
    await given.template(merchant, note);
    for (let at = 0; at < 14; at++)
      await setPassword(ctx, {
        user: customer.email,
        newPassword: new Secret(`correct horse ${at}`),
      });
    expect(await sentOf(merchant)).toBe(10);
    const rows = await t.db
      .select()
      .from(schema.budgets)
      .where(eq(schema.budgets.merchantId, merchant.id));
    expect(rows.map(({ budget, spent }) => [budget, spent]).sort()).toEqual([
      ["messagesOfCaller", 10],
      ["noticesOfCustomer", 10],
      ["textsOfMerchant", 10],
      ["textsToPrefix", 10],
    ]);
  });
});

describe("owners", () => {
  async function owned(country: string) {
    const merchant = await t.given.merchant({ country, name: `Kopi ${country}` });
    const email = `owner-${merchant.id}@example.com`;
    await t.db.insert(schema.staffUsers).values({ id: `u${merchant.id}`, email, name: "Owner" });
    await t.db
      .insert(schema.staffMembers)
      .values({ merchantId: merchant.id, userId: `u${merchant.id}`, role: "owner" });
    const purse = (offsetMs = 0) => ({ db: t.db, merchantId: merchant.id, offsetMs });
    const runOut = async (subject: string, offsetMs = 0) => {
      const spendings = [spendingOf("testsOfCaller", subject)];
      for (let at = 0; at < budgets.testsOfCaller.most; at++)
        await spendBudgets(purse(offsetMs), spendings);
    };
    const mails = () =>
      t.db
        .select()
        .from(schema.outboxMessages)
        .where(eq(schema.outboxMessages.merchantId, merchant.id));
    return { merchant, email, runOut, mails };
  }

  it("H3: get one mail for a budget and period, through however many processes", async () => {
    const { merchant, email, runOut, mails } = await owned("SG");
    await runOut("staff:1");
    const processes = [t.deps, { ...t.deps, db: other.db }, t.deps, { ...t.deps, db: other.db }];
    await Promise.all(processes.map(mailSpentBudgets));
    expect(await mails()).toMatchObject([
      { recipient: email, kind: "staff", channel: "email", templateCode: "staff_limit_reached" },
    ]);
    const events = await t.db
      .select()
      .from(schema.securityEvents)
      .where(eq(schema.securityEvents.merchantId, merchant.id));
    expect(events).toMatchObject([
      { what: "budget-exhausted", result: "refused", actor: null, subject: "testsOfCaller" },
    ]);
    await runOut("staff:2");
    await mailSpentBudgets(t.deps);
    expect(await mails()).toHaveLength(1);
    const tomorrow = { ...t.deps, clockOffsetMs: 25 * HOUR_MS };
    await runOut("staff:1", tomorrow.clockOffsetMs);
    await mailSpentBudgets(tomorrow);
    expect(await mails()).toHaveLength(2);
  });

  it("read it in the language of their country", async () => {
    for (const [country, words] of [
      ["ID", "Satu orang mengirim 20 pesan uji dalam sehari. Itu batasnya"],
      ["SG", "One person sent 20 test messages in a day. This is the limit"],
    ] as const) {
      const { merchant, runOut } = await owned(country);
      await runOut("staff:1");
      await mailSpentBudgets(t.deps);
      const texts: string[] = [];
      await deliverMessages(t.deps, "email", async ({ recipient, text }) => {
        if (recipient.includes(String(merchant.id))) texts.push(text);
        return { kind: "sent", providerId: null };
      });
      expect(texts).toEqual([expect.stringContaining(words)]);
    }
  });

  it("budgets that have ended are swept a day later", async () => {
    const { merchant, runOut } = await owned("SG");
    await runOut("staff:1");
    const rows = () =>
      t.db.select().from(schema.budgets).where(eq(schema.budgets.merchantId, merchant.id));
    await forgetOldRows({ ...t.deps, clockOffsetMs: 47 * HOUR_MS });
    expect(await rows()).toHaveLength(1);
    await forgetOldRows({ ...t.deps, clockOffsetMs: 49 * HOUR_MS });
    expect(await rows()).toEqual([]);
  });
});

describe("mails of staff", () => {
  const template = {
    code: "x",
    subject: "",
    body: "x",
    html: "",
    mjml: "",
    channel: "sms",
  } as const;

  it("H3: test messages go to allowed countries, and 20 a day for a person", async () => {
    const merchant = await t.given.merchant();
    const ctx = t.as(merchant);
    const send = (number: string) => sendTestMessage(ctx, { template, number });
    for (const abroad of ["+881612345678", "+14155552671"])
      expect(await refusalOf(send(abroad))).toMatchObject({ field: "number" });
    const passed = await burst(100, ctx, (each) =>
      sendTestMessage(each, { template, number: "+6281234567890" }),
    );
    expect([passed, await sentOf(merchant)]).toEqual([20, 20]);
  });

  it("H3: an address gets five invitations a day, a merchant sends fifty", async () => {
    const merchant = await t.given.merchant();
    const ctx = t.as(merchant);
    const linkTo = (secret: string) => `https://console.example/${secret}`;
    const invite = (each: CoreContext, email: string) =>
      inviteStaff(each, { email, role: "cashier", stores: [], hasMail: true, linkTo });
    expect(await burst(20, ctx, (each) => invite(each, "one@example.com"))).toBe(5);
    const another = t.as(await t.given.merchant());
    expect((await refusalOf(invite(another, "One@example.com"))).field).toBe("email");
    let last = 0;
    expect(await burst(60, ctx, (each) => invite(each, `${++last}@example.com`))).toBe(45);
    expect(await sentOf(merchant)).toBe(50);
  });

  it("H3: an address gets five password resets a day, and nobody is told", async () => {
    const merchant = await t.given.merchant();
    const id = `r${merchant.id}`;
    const person = { id, name: "Ayu", email: `${id}@example.com` };
    await t.db.insert(schema.staffUsers).values(person);
    await t.db
      .insert(schema.staffMembers)
      .values({ merchantId: merchant.id, userId: id, role: "cashier" });
    const link = { link: "https://console.example/x", minutes: 60 };
    await Promise.all(Array.from({ length: 20 }, () => mailReset(t.deps, person, link)));
    expect(await sentOf(merchant)).toBe(5);
  });
});
