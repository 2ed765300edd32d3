import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import type { CancelAwardSeen } from "../../awards/cancel-award/cancel-award.rules.ts";
import type { CoreContext, Merchant } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import type { StoreNow } from "../../merchants/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import type { AwardCallMade } from "../worlds/award-worlds.ts";
import type { Expected } from "./expected-first.ts";
import { nowOf, readShop, seeKept, seeRedemption } from "./read-shop.ts";

/** The data that the rules check for a call that gives or takes stamps by hand. */
export type AwardRead = CancelAwardSeen & {
  readonly store: StoreNow | null;
  readonly today: string;
};

/** Reads a merchant's awards. The returned function selects the data that the rules check for a call. */
export async function readAwards(t: OpenHarness, merchant: Merchant) {
  const { stampAwards, stampEntries } = schema;
  const shop = await readShop(t, merchant);
  const { id } = merchant;
  const awards = await t.db.select().from(stampAwards).where(eq(stampAwards.merchantId, id));
  const entries = await t.db.select().from(stampEntries).where(eq(stampEntries.merchantId, id));
  return (ctx: CoreContext, operation: string, call: AwardCallMade): AwardRead => {
    const { store, customer, membership } = seeRedemption(shop, operation, ctx, {
      ...{ user: call.user, store: call.store ?? "", requestId: null },
      ...{ invoiceNumber: null, channel: null, extraData: null },
    });
    const timeZone = shop.merchant.timezone;
    const today = new Intl.DateTimeFormat("sv", { timeZone }).format(nowOf(ctx));
    const row = shop.people.find((person) => person.customer.id === customer?.id);
    const { nextExpiryOn = null } = row?.membership ?? {};
    const found = awards.find((each) => each.id === call.award && each.customerId === customer?.id);
    const own = entries.filter(({ customerId }) => customerId === customer?.id);
    const given = own.find(({ cause, causeId }) => cause === "award" && causeId === found?.id);
    const hasExpired = own.some(
      ({ cause, number }) => given && cause === "expiry" && number > given.number,
    );
    return {
      ...{ store: store && { ...store, time: "" }, customer, membership, today },
      isDue: nextExpiryOn !== null && nextExpiryOn < today,
      kept: seeKept(shop, ctx, operation),
      award: found
        ? {
            ...{ id: found.id, stamps: found.stamps, storeId: found.storeId },
            status: found.canceledAt === null ? "Created" : "Canceled",
          }
        : null,
      takes: found && !hasExpired ? found.stamps : null,
    };
  };
}

/**
 * What the rules say about a call. `waitsFor` is set if an expiry or a replay of the ledger must come first.
 */
export type AwardExpected = Expected<AwardRead> & { readonly waitsFor: "expiry" | "replay" | null };

/** Predicts, like `expectedFirst`, which calls a first batch does. Calls with `waitsFor` are not done. */
export async function expectAwards(
  t: OpenHarness,
  calls: readonly { readonly ctx: CoreContext; readonly input: AwardCallMade }[],
  {
    operation,
    refuse,
    needsTakes = false,
  }: {
    readonly operation: string;
    readonly refuse: (seen: AwardRead, ctx: CoreContext, input: AwardCallMade) => Refusal | null;
    /** Whether the number of stamps to take back (`takes`) must be known before a call is done. */
    readonly needsTakes?: boolean;
  },
): Promise<readonly AwardExpected[]> {
  const [first] = calls;
  if (!first) return [];
  const see = await readAwards(t, first.ctx.caller.merchant);
  const taken = new Set<string>();
  return calls.map(({ ctx, input }) => {
    const seen = see(ctx, operation, input);
    const refusal = refuse(seen, ctx, input);
    const needsReplay = needsTakes && seen.award?.status === "Created" && seen.takes === null;
    const waitsFor = seen.isDue ? "expiry" : needsReplay ? "replay" : null;
    const key = ctx.idempotency?.key;
    const subjects = [
      ...(seen.customer ? [`customer ${seen.customer.id}`] : []),
      ...(key === undefined ? [] : [`key ${key}`]),
    ];
    const isAble = refusal === null && seen.kept === null && waitsFor === null;
    const isDone = isAble && !subjects.some((subject) => taken.has(subject));
    if (isAble) for (const subject of subjects) taken.add(subject);
    return { seen, refusal, subjects, isAble, isDone, waitsFor };
  });
}
