import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { editCustomer, getCustomer } from "../../people/customers/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { type Changes, type Ready, refusalOf, ways } from "../../testing/index.ts";

const t = harnessOfFile();

type Refused = {
  readonly what: string;
  readonly as: (ready: Ready) => Promise<Changes>;
  readonly code: string;
  readonly message: string;
  readonly rule: string;
  readonly expected?: string;
  readonly found?: string;
  /** The parties in the refusal's row: the store, the customer, both, or neither. */
  readonly names: readonly ("store" | "customer")[];
};

const partial = { name: "", registrationStatus: "Partial" } as const;

/** Refusals besides those that the tests of the operations' checks show. */
const refused: Refused[] = [
  {
    what: "another merchant's store, by its id",
    as: async () => ({ store: (await t.given.store(await t.given.merchant())).id }),
    code: "invalid_store",
    message: "Store not found",
    rule: "store exists",
    names: ["customer"],
  },
  {
    what: "another merchant's store, by its code",
    as: async () => ({ store: (await t.given.store(await t.given.merchant())).code }),
    code: "invalid_store",
    message: "Store not found",
    rule: "store exists",
    names: ["customer"],
  },
  {
    what: "another merchant's customer",
    as: async () => ({ user: (await t.given.customer(await t.given.merchant())).email }),
    code: "invalid_user",
    message: "User not found",
    rule: "customer exists",
    names: ["store"],
  },
  {
    what: "an inactive membership",
    as: async ({ merchant }) => ({
      user: (await t.given.customer(merchant, {}, { stamps: 5, status: 200 })).email,
    }),
    code: "membership_blocked",
    message: "This membership is inactive",
    rule: "membership is active",
    expected: "Active",
    found: "Inactive",
    names: ["store", "customer"],
  },
];

describe.each(Object.entries(ways))("%s for a partial member", (_, way) => {
  test("is refused until the member has a name", async () => {
    const ready = await way.prepare(t);
    const { merchant, customer } = ready;
    const own = and(
      eq(schema.customers.merchantId, merchant.id),
      eq(schema.customers.id, customer.id),
    );
    await t.db.update(schema.customers).set(partial).where(own);
    expect(await refusalOf(ready.redeem(t.as(merchant), {}))).toMatchObject({
      code: "membership_partial",
      message: "This member has no name yet. Add the name, then redeem.",
    });
    await editCustomer(t.as(merchant), { customerId: customer.id, name: "Hadi" });
    const done = await ready.redeem(t.as(merchant), {});
    expect(done.customer).toMatchObject({ id: customer.id, name: "Hadi" });
  });

  test("is done if the merchant's partial members may redeem", async () => {
    const ready = await way.prepare(t, { partialMayRedeem: true });
    const { merchant, customer } = ready;
    const own = and(
      eq(schema.customers.merchantId, merchant.id),
      eq(schema.customers.id, customer.id),
    );
    await t.db.update(schema.customers).set(partial).where(own);
    const done = await ready.redeem(t.as(merchant), {});
    expect(done.redemption.status).toBe("Created");
  });
});

describe.each(Object.entries(ways))("%s finds a store", (_, way) => {
  test("by digits with zeros in front: a code first, an id where no code matches", async () => {
    const ready = await way.prepare(t);
    const { merchant, store } = ready;
    const padded = `0${store.id}`;
    const coded = await t.given.store(merchant, { code: padded });
    const within = (id: number) => t.within(merchant, [id]);
    expect(await refusalOf(ready.redeem(within(store.id), { store: padded }))).toMatchObject({
      code: "permission_denied",
    });
    expect(await refusalOf(ready.redeem(within(coded.id), { store: store.id }))).toMatchObject({
      code: "permission_denied",
    });
    const done = await ready.redeem(within(store.id), { store: `0${padded}` });
    expect(done.redemption.status).toBe("Created");
  });
});

describe.each(Object.entries(ways))("%s finds a customer", (_, way) => {
  test.each(["email", "memberId", "mobileNumber", "key in text", "key"] as const)(
    "by %s",
    async (form) => {
      const ready = await way.prepare(t);
      const { merchant, customer } = ready;
      const profile = await getCustomer(t.as(merchant), customer.id);
      const mobileNumber = "+6281200000301";
      const owner = and(
        eq(schema.customers.merchantId, merchant.id),
        eq(schema.customers.id, customer.id),
      );
      await t.db.update(schema.customers).set({ mobileNumber }).where(owner);
      await t.db.insert(schema.customerIdentifiers).values({
        ...{ merchantId: merchant.id, customerId: customer.id },
        ...{ form: "mobileNumber", value: mobileNumber },
      });
      const user = {
        email: customer.email.toUpperCase(),
        memberId: profile.customer.memberId ?? "",
        mobileNumber: mobileNumber.replace("+62", "0"),
        "key in text": String(customer.id),
        key: customer.id,
      }[form];
      expect(user).not.toBe("");
      const done = await ready.redeem(t.as(merchant), { user });
      expect(done.customer.id).toBe(customer.id);
    },
  );

  test("by a number that is a key and another customer's Member ID: the key's", async () => {
    const ready = await way.prepare(t);
    const { merchant, customer } = ready;
    await t.given.customer(merchant, { memberId: String(customer.id) }, { isBlocked: true });
    const text = String(customer.id);
    const refusal = await refusalOf(ready.redeem(t.as(merchant), { user: text }));
    expect(refusal.code).toBe("membership_blocked");
    const done = await ready.redeem(t.as(merchant), { user: customer.id });
    expect(done.customer.id).toBe(customer.id);
  });
});

describe.each(Object.entries(ways))("%s refuses", (_, way) => {
  test.each(refused)("$what", async ({ what, as, names, ...kept }) => {
    const ready = await way.prepare(t);
    const { merchant, subject } = ready;
    const changes = await as(ready);
    const before = await t.rows(merchant);
    const { code, message } = await refusalOf(ready.redeem(t.as(merchant), changes));
    expect({ code, message }).toEqual({ code: kept.code, message: kept.message });
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        {
          id: expect.any(Number),
          operation: way.operation,
          subject,
          ...kept,
          ...(names.includes("store") ? { storeId: expect.any(Number) } : {}),
          ...(names.includes("customer") ? { customerId: expect.any(Number) } : {}),
          caller: "token:1",
        },
      ],
    });
  });

  test("a store that is not the token's, before all else of the state", async () => {
    const ready = await way.prepare(t);
    const { merchant, store } = ready;
    const elsewhere = await t.given.store(merchant);
    const closed = await t.given.store(merchant, { isActive: false });
    const ctx = t.within(merchant, [elsewhere.id]);
    const before = await t.rows(merchant);
    for (const changes of [{}, { user: "nobody@example.com" }, { store: closed.id }])
      expect(await refusalOf(ready.redeem(ctx, changes))).toMatchObject({
        code: "permission_denied",
        message: "You do not have permission to perform this action.",
      });
    expect((await t.written(merchant, before)).refusals).toMatchObject([
      { rule: "caller may act in the store", storeId: store.id, caller: "token:2" },
      { rule: "caller may act in the store", storeId: store.id },
      { rule: "caller may act in the store", storeId: closed.id },
    ]);
    const done = await ready.redeem(t.within(merchant, [elsewhere.id, store.id]));
    expect(done.redemption.status).toBe("Created");
  });

  test("a limited token learns of an unknown store what every token learns", async () => {
    const ready = await way.prepare(t);
    const foreign = await t.given.store(await t.given.merchant());
    const ctx = t.within(ready.merchant, [ready.store.id]);
    for (const store of [999_999_999, foreign.id])
      expect(await refusalOf(ready.redeem(ctx, { store }))).toMatchObject({
        code: "invalid_store",
        message: "Store not found",
      });
  });
});
