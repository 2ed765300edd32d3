import { type Db, schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { Merchant, Scope } from "../context.ts";
import { identifierEntries } from "../customers/index.ts";
import { codeKeyOf } from "../merchants/index.ts";

/**
 * Functions that insert rows for tests directly into the tables. Each suite makes its own rows, with ids
 * that no other row has. Omitted columns get ordinary values.
 */
export type Given = ReturnType<typeof givenIn>;

/** Ids are above this, and above the ids that the verbs count from 1, so that they never collide. */
export const GIVEN_IDS = 1_000_000;

let lastId = GIVEN_IDS;
const newId = () => ++lastId;

/** The functions for one database. */
export function givenIn(db: Db) {
  const merchant = async (
    row: Partial<typeof schema.merchants.$inferInsert> = {},
  ): Promise<Merchant> => {
    const id = row.id ?? newId();
    const made = { name: `Merchant ${id}`, country: "ID", timezone: "Asia/Jakarta", ...row, id };
    await db.insert(schema.merchants).values({ currency: "IDR", ...made });
    await db.insert(schema.levels).values({ merchantId: id, level: 100, name: "Blue" });
    return { id, name: made.name, country: made.country, timezone: made.timezone };
  };

  const store = async (
    of: Merchant,
    row: Partial<typeof schema.stores.$inferInsert> = {},
  ): Promise<{ id: number; code: string; name: string }> => {
    const id = row.id ?? newId();
    const code = row.code ?? `S${id}`;
    const made = { name: `Store ${id}`, timezone: of.timezone, ...row, id, code };
    await db.insert(schema.stores).values({ ...made, merchantId: of.id, codeKey: codeKeyOf(code) });
    return { id, code, name: made.name };
  };

  const customer = async (
    of: Merchant,
    row: Partial<typeof schema.customers.$inferInsert> = {},
    membership: Partial<typeof schema.memberships.$inferInsert> = {},
  ): Promise<{ id: number; memberId: string; email: string; name: string }> => {
    const id = row.id ?? newId();
    const made = {
      memberId: row.memberId ?? `M${id}`,
      email: row.email ?? `customer-${id}@example.com`,
      name: row.name ?? `Customer ${id}`,
      id,
    };
    await db.insert(schema.customers).values({ ...row, ...made, merchantId: of.id });
    const { mobileNumber = null, otherMemberIds = [] } = row;
    const entries = identifierEntries({ ...made, mobileNumber, otherMemberIds }, of.country);
    await db
      .insert(schema.customerIdentifiers)
      .values(entries.map((entry) => ({ ...entry, merchantId: of.id, customerId: id })));
    await db.insert(schema.memberships).values({
      level: 100,
      startDate: "2026-01-15",
      ...membership,
      merchantId: of.id,
      customerId: id,
    });
    if (membership.stamps)
      await db.insert(schema.stampEntries).values({
        merchantId: of.id,
        customerId: id,
        cause: "opening",
        causeId: 0,
        delta: membership.stamps,
      });
    return made;
  };

  /** Blocks an existing membership. */
  const block = async (of: Merchant, { id }: { readonly id: number }) => {
    await db
      .update(schema.memberships)
      .set({ isBlocked: true })
      .where(and(eq(schema.memberships.merchantId, of.id), eq(schema.memberships.customerId, id)));
  };

  const template = async (
    of: Merchant,
    row: Partial<typeof schema.voucherTemplates.$inferInsert> = {},
  ) => {
    const id = row.id ?? newId();
    const made = { name: `Template ${id}`, validityDays: 31, ...row, id };
    await db.insert(schema.voucherTemplates).values({ ...made, merchantId: of.id });
    return made;
  };

  const reward = async (
    of: Merchant,
    row: Partial<typeof schema.rewards.$inferInsert> = {},
  ): Promise<{ id: number; code: string; name: string }> => {
    const id = row.id ?? newId();
    const code = row.code ?? `R${id}`;
    const made = { name: `Reward ${id}`, kind: "fixed", stampsToRedeem: 2, ...row, id, code };
    await db
      .insert(schema.rewards)
      .values({ ...made, merchantId: of.id, codeKey: codeKeyOf(code) });
    return { id, code, name: made.name };
  };

  const voucher = async (
    of: Merchant,
    row: Partial<typeof schema.vouchers.$inferInsert> & { readonly voucherTemplateId: number },
  ): Promise<{ id: number; code: string }> => {
    const id = row.id ?? newId();
    const code = row.code ?? `V${id}`;
    await db
      .insert(schema.vouchers)
      .values({ ...row, merchantId: of.id, id, code, codeKey: codeKeyOf(code) });
    if (row.remainingValue)
      await db.insert(schema.voucherValueEntries).values({
        merchantId: of.id,
        voucherId: id,
        cause: "opening",
        causeId: 0,
        delta: row.remainingValue,
      });
    return { id, code };
  };

  const promoCode = async (
    of: Merchant,
    row: Partial<typeof schema.promoCodes.$inferInsert> = {},
  ): Promise<{ id: number; code: string; name: string }> => {
    const id = row.id ?? newId();
    const code = row.code ?? `PROMO${id}`;
    const made = { name: `Promo ${id}`, ...row, id, code };
    await db
      .insert(schema.promoCodes)
      .values({ ...made, merchantId: of.id, codeKey: codeKeyOf(code) });
    return { id, code, name: made.name };
  };

  /** An authorization by PIN for a request id. It is valid for a minute by default. */
  const authorization = async (
    of: Merchant,
    row: Partial<typeof schema.redemptionAuthorizations.$inferInsert> & {
      readonly customerId: number;
    },
  ): Promise<{ id: number; requestId: string }> => {
    const id = row.id ?? newId();
    const requestId = row.requestId ?? `request-${id}`;
    const expiresAt = row.expiresAt ?? new Date(Date.now() + 60_000).toISOString();
    await db
      .insert(schema.redemptionAuthorizations)
      .values({ ...row, merchantId: of.id, id, requestId, expiresAt });
    return { id, requestId };
  };

  /** What an earlier call kept under a key, by default with the fingerprint of `keyed`. */
  const outcome = async (
    of: Merchant,
    row: {
      readonly operation: string;
      readonly key: string;
      readonly fingerprint?: string;
      readonly outcome: object;
    },
  ) => {
    const key = { merchantId: of.id, operation: row.operation, key: row.key };
    const { fingerprint = "f" } = row;
    await db.insert(schema.idempotencyKeys).values({ ...key, fingerprint });
    await db.insert(schema.idempotencyOutcomes).values({ ...key, outcome: row.outcome });
  };

  const token = async (
    of: Merchant,
    row: { secret: string; hash: string; scopes?: Scope[]; stores?: number[]; expiresAt?: string },
  ) => {
    const id = newId();
    await db.insert(schema.apiTokens).values({
      merchantId: of.id,
      id,
      name: `Token ${id}`,
      prefix: row.secret.slice(0, 12),
      secretHash: row.hash,
      scopes: row.scopes ?? ["*"],
      stores: row.stores ?? [],
      ...(row.expiresAt ? { expiresAt: row.expiresAt } : {}),
    });
    return { id, secret: row.secret };
  };

  return {
    merchant,
    store,
    customer,
    block,
    template,
    reward,
    voucher,
    promoCode,
    authorization,
    outcome,
    token,
  };
}
