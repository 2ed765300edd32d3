import { schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { Failure } from "../../foundation/failures.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { together, twoProcesses } from "../../testing/index.ts";
import { changeProfile } from "../change-profile/change-profile.ts";
import { type PartialRegistration, registerInPart } from "./register-in-part.ts";

const t = harnessOfFile();

const noName = { sendsMessage: false, employeeCode: null };

async function setting() {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const register = (input: Partial<PartialRegistration> & Pick<PartialRegistration, "user">) =>
    registerInPart(ctx, { ...noName, ...input });
  const sent = () =>
    t.db
      .select()
      .from(schema.outboxMessages)
      .where(eq(schema.outboxMessages.merchantId, merchant.id));
  const count = async () => (await t.rows(merchant)).get("memberships")?.size ?? 0;
  return { merchant, ctx, register, sent, count };
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error instanceof Failure ? error.code : error),
  );

describe("an address alone", () => {
  test.each([
    ["Ayu@Example.com", { email: "ayu@example.com", mobileNumber: null }],
    [" 0812 3456 7890", { email: null, mobileNumber: "+6281234567890" }],
    ["+62-812-3456-7890", { email: null, mobileNumber: "+6281234567890" }],
  ])("%s is a member without a name", async (user, contacts) => {
    const { register, count } = await setting();
    const { customer, registrationStatus } = await register({ user, employeeCode: "7" });
    expect(customer).toMatchObject({ name: "", ...contacts });
    expect(registrationStatus).toBe("Partial");
    // a second registration returns the same member and changes nothing
    expect((await register({ user })).customer).toEqual(customer);
    expect(await count()).toBe(1);
  });

  test("of a member is that member, whatever their name", async () => {
    const { merchant, register, sent } = await setting();
    const { id, email } = await t.given.customer(merchant);
    const before = await t.rows(merchant);
    const member = await register({ user: email ?? "", sendsMessage: true });
    expect([member.customer.id, member.registrationStatus]).toEqual([id, "Full"]);
    expect(await t.written(merchant, before)).toEqual({});
    expect(await sent()).toEqual([]);
  });

  test("that is none is refused", async () => {
    const { register, count } = await setting();
    expect(await codeOf(register({ user: "@" }))).toBe("invalid");
    expect(await codeOf(register({ user: "Ayu" }))).toBe("invalid_mobile_number");
    expect(await codeOf(register({ user: "" }))).toBe("required");
    expect(await count()).toBe(0);
  });

  test("that is another's Member ID is refused", async () => {
    const { merchant, register } = await setting();
    await t.given.customer(merchant, { memberId: "081234567890" });
    expect(await codeOf(register({ user: "081234567890" }))).toBe("mobile_number_already_used");
  });

  test("sent by 100 calls of two processes at once is one member", async () => {
    const { merchant, count } = await setting();
    const ended = await together(twoProcesses(t), 100, (writing) =>
      registerInPart({ ...t.as(merchant), writing }, { user: "ayu@example.com", ...noName }),
    );
    expect(ended).toEqual({ done: 100 });
    expect(await count()).toBe(1);
  });
});

test("a name completes it", async () => {
  const { ctx, register } = await setting();
  const { customer } = await register({ user: "ayu@example.com" });
  const nothing = {
    ...{ gender: null, birthday: null, address: null, postalCode: null, email: null },
    notes: null,
    ...{ mobileNumber: null, memberId: null, allowNewsletters: null, allowSmsMarketing: null },
    ...{ allowWhatsappMarketing: null, extraData: null },
  };
  const { registrationStatus } = await changeProfile(ctx, customer.id, { ...nothing, name: "Ayu" });
  expect(registrationStatus).toBe("Full");
});

describe("the message to the member", () => {
  async function withTemplate() {
    const one = await setting();
    await t.db.insert(schema.messageTemplates).values({
      ...{ merchantId: one.merchant.id, code: "registration", channel: "email" },
      ...{ subject: "Welcome to {{merchant_name}}", body: "Hello" },
    });
    return one;
  }

  test("is sent once, if it is asked for", async () => {
    const { register, sent } = await withTemplate();
    await register({ user: "ayu@example.com", sendsMessage: true });
    await register({ user: "ayu@example.com", sendsMessage: true });
    await register({ user: "budi@example.com" });
    expect(await sent()).toMatchObject([
      { recipient: "ayu@example.com", templateCode: "registration", state: "waiting" },
    ]);
  });

  test("is not sent where no template reaches the member", async () => {
    const { register, sent } = await withTemplate();
    await register({ user: "081234567890", sendsMessage: true });
    expect(await sent()).toEqual([]);
  });

  test("is dead once the caller has spent the messages of the day; the member is registered", async () => {
    const { merchant, register, sent, count } = await withTemplate();
    await register({ user: "ayu@example.com", sendsMessage: true });
    await t.db
      .update(schema.budgets)
      .set({ spent: sql`${schema.budgets.most}` })
      .where(eq(schema.budgets.merchantId, merchant.id));
    await register({ user: "budi@example.com", sendsMessage: true });
    const states = (await sent()).map(({ recipient, state, lastError }) => [
      ...[recipient, state, lastError],
    ]);
    expect(states).toContainEqual([expect.anything(), "dead", "limit reached"]);
    expect(await count()).toBe(2);
  });
});
