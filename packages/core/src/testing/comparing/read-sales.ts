import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { SaleSeen } from "../../earning/sales/add-sale/add-sale.rules.ts";
import type { Programme } from "../../earning/sales/earning.rules.ts";
import type { SaleInput, SaleStatus } from "../../earning/sales/types.ts";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import type { OpenHarness } from "../open-harness.ts";
import type { Earner } from "./earn.ts";
import { nowOf, readShop, seeKept, seeMember, seeStore } from "./read-shop.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The data that the rules check for a call, and the values from which the sale's stamps are computed. */
export type SaleRead = {
  readonly seen: SaleSeen;
  readonly day: string;
  readonly programme: Programme;
  readonly earner: Earner;
  /** The codes, in capitals, of the methods of payment that do not earn. */
  readonly unearning: ReadonlySet<string>;
};

/** Reads a merchant's sales and programme. The returned function selects the data for a call. */
export async function readSales(t: OpenHarness, merchant: Merchant) {
  const { transactions, paymentMethods, levels } = schema;
  const shop = await readShop(t, merchant);
  const { id } = merchant;
  const sales = await t.db.select().from(transactions).where(eq(transactions.merchantId, id));
  const methods = await t.db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.merchantId, id), eq(paymentMethods.earns, false)));
  const multipliers = await t.db.select().from(levels).where(eq(levels.merchantId, id));
  return (ctx: CoreContext, operation: string, input: SaleInput): SaleRead => {
    const now = nowOf(ctx);
    const store = seeStore(shop, input.store, ctx);
    const { customer, membership } = seeMember(shop, input.user ?? "");
    const soldAt = input.soldAt === null ? now : Date.parse(input.soldAt);
    const timezone = shop.stores.find((row) => row.id === store?.id)?.timezone ?? "UTC";
    const asked = new Intl.DateTimeFormat("sv", { timeZone: timezone }).format(soldAt);
    const isSame = ({
      storeId,
      invoiceNumber,
      businessDay,
      soldAt: at,
      supersededById,
    }: (typeof sales)[number]) =>
      storeId === store?.id &&
      supersededById === null &&
      invoiceNumber === input.invoiceNumber &&
      (businessDay === asked ||
        (input.soldAt === null && Math.abs(Date.parse(at) - now) < 24 * HOUR_MS));
    const found =
      sales.find((sale) => isSame(sale) && sale.businessDay === asked) ?? sales.find(isSame);
    const existing = found && {
      ...{ id: found.id, status: found.status as SaleStatus, total: found.total },
      ...{ discount: found.discount, people: found.people, stampsEarned: found.stampsEarned },
      ...{ digest: found.digest, customerId: found.customerId, stampsSent: found.stampsSent },
    };
    const day = found && found.status !== "Canceled" ? found.businessDay : asked;
    const ofDay = sales.filter(
      (sale) =>
        sale.customerId === customer?.id && sale.businessDay === day && sale.status === "Created",
    );
    const { earnAmount, earnStamps, earnOn, acceptStampsFromPos } = shop.merchant;
    const level = multipliers.find((row) => row.level === membership?.level);
    return {
      seen: {
        ...{ store, customer, membership, existing: existing ?? null },
        // no world has stamps that have expired
        isDue: false,
        isTimely: soldAt > now - 365 * DAY_MS && soldAt < now + DAY_MS,
        kept: seeKept(shop, ctx, operation),
      },
      day,
      programme: {
        ...{ earnAmount, earnStamps, earnOn: earnOn as Programme["earnOn"] },
        mostPerTransaction: shop.merchant.earnMaxPerTransaction,
        mostPerDay: shop.merchant.earnMaxPerDay,
        acceptsStampsFromPos: acceptStampsFromPos,
      },
      earner: {
        multiplier: level?.earnMultiplier ?? "1.00",
        earnedThatDay: ofDay.reduce((sum, { stampsEarned }) => sum + stampsEarned, 0),
        canEarn: Boolean(customer?.isActive && membership?.status === 100 && !membership.isBlocked),
      },
      unearning: new Set(methods.map(({ codeKey }) => codeKey)),
    };
  };
}
