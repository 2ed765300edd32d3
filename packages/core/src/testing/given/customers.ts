import { type Db, schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { Merchant } from "../../foundation/context.ts";
import { identifierEntries } from "../../people/customers/index.ts";
import { newId } from "./new-id.ts";

/**
 * Returns functions that insert customers with a membership, insert authorizations, and block memberships.
 */
export function customersIn(db: Db) {
  /** Inserts a customer. The membership's stamps expire on `nextExpiryOn`; never if it is null. */
  const customer = async (
    merchant: Merchant,
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
    await db.insert(schema.customers).values({ ...row, ...made, merchantId: merchant.id });
    const { mobileNumber = null, otherMemberIds = [] } = row;
    const entries = identifierEntries({ ...made, mobileNumber, otherMemberIds }, merchant.country);
    await db
      .insert(schema.customerIdentifiers)
      .values(entries.map((entry) => ({ ...entry, merchantId: merchant.id, customerId: id })));
    await db.insert(schema.memberships).values({
      level: 100,
      startDate: "2026-01-15",
      entryNumber: membership.stamps ? 1 : 0,
      ...membership,
      merchantId: merchant.id,
      customerId: id,
    });
    if (membership.stampsOwed)
      await db.insert(schema.stampDebts).values({
        merchantId: merchant.id,
        customerId: id,
        cause: "opening",
        causeId: 0,
        delta: membership.stampsOwed,
      });
    if (membership.stamps)
      await db.insert(schema.stampEntries).values({
        merchantId: merchant.id,
        customerId: id,
        cause: "opening",
        causeId: 0,
        delta: membership.stamps,
        number: 1,
        day: "2026-01-15",
        expiresOn: membership.nextExpiryOn ?? null,
      });
    return made;
  };

  const block = async (merchant: Merchant, { id }: { readonly id: number }) => {
    await db
      .update(schema.memberships)
      .set({ isBlocked: true })
      .where(
        and(eq(schema.memberships.merchantId, merchant.id), eq(schema.memberships.customerId, id)),
      );
  };

  /** Inserts an authorization by PIN for a request id. By default it expires after a minute. */
  const authorization = async (
    merchant: Merchant,
    row: Partial<typeof schema.redemptionAuthorizations.$inferInsert> & {
      readonly customerId: number;
    },
  ): Promise<{ id: number; requestId: string }> => {
    const id = row.id ?? newId();
    const requestId = row.requestId ?? `request-${id}`;
    const expiresAt = row.expiresAt ?? new Date(Date.now() + 60_000).toISOString();
    await db
      .insert(schema.redemptionAuthorizations)
      .values({ ...row, merchantId: merchant.id, id, requestId, expiresAt });
    return { id, requestId };
  };

  return { customer, block, authorization };
}
