import { expect } from "vitest";
import { actorOf } from "../../context.ts";
import type { Redeemed, RedeemInput } from "../../redeeming/index.ts";
import type { Rows } from "../rows.ts";
import type { Call, Judged, Looked } from "./judge-first.ts";
import { nowOf } from "./read-shop.ts";

type Row = Readonly<Record<string, unknown>>;

/** The columns of a redemption and its lines that depend on the operation. */
export type Said = {
  readonly redemption: Row & { readonly name: string; readonly stampsUsed: number };
  readonly line: Row;
  /** The second and later lines. */
  readonly moreLines?: readonly Row[];
};

/** The input that calls of all operations have. */
export type CommonInput = Pick<RedeemInput, "channel" | "invoiceNumber"> & Partial<RedeemInput>;

const MINUTE_MS = 60_000;

/**
 * Expects that the rows of each redemption have the values of its call. Skips calls with an idempotency key,
 * because their answer can be that of another call.
 */
export function expectRedemptions<Input extends CommonInput, Seen extends Looked>(
  rows: Rows,
  calls: readonly Call<Input>[],
  judged: readonly Judged<Seen>[],
  answers: readonly (Redeemed | null)[],
  said: (seen: Seen, input: Input) => Said,
): void {
  for (const [n, { ctx, input }] of calls.entries()) {
    const { seen } = judged[n] ?? {};
    const answer = answers[n];
    if (!seen || !answer || ctx.idempotency) continue;
    const { redemption, line, moreLines = [] } = said(seen, input);
    const { id, status, ...told } = answer.redemption;
    const { name, stampsUsed } = redemption;
    expect(redemption).toMatchObject(told);
    expect(answer.customer).toEqual(seen.customer);
    const row = rows.get("redemptions")?.get(String(id));
    expect(row).toMatchObject({
      ...{ status, customerId: seen.customer?.id, storeId: seen.store?.id },
      ...{ channel: input.channel, invoiceNumber: input.invoiceNumber },
      ...{ redeemedBy: actorOf(ctx.caller), ...redemption },
    });
    const late = Math.abs(Date.parse(String(row?.createdAt)) - nowOf(ctx));
    expect(late).toBeLessThan(MINUTE_MS);
    expect(rows.get("redemptionLines")?.get(`${id} 1`)).toMatchObject({
      ...{ name, stampsUsed, requestId: input.requestId },
      ...line,
    });
    for (const [index, more] of moreLines.entries())
      expect(rows.get("redemptionLines")?.get(`${id} ${index + 2}`)).toMatchObject(more);
    if (!seen.authorization) continue;
    const spent = rows.get("redemptionAuthorizations")?.get(String(seen.authorization.id));
    expect(spent?.spentByRedemptionId === id).toBe(seen.needsAuthorization);
  }
}
