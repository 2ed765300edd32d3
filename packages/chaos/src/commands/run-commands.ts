import { runAudit } from "@stampbook/core/audit";
import * as awards from "@stampbook/core/awards";
import type { Merchant } from "@stampbook/core/context";
import * as members from "@stampbook/core/members";
import * as redeeming from "@stampbook/core/redeeming";
import * as sales from "@stampbook/core/sales";
import { openOwnHarness } from "@stampbook/core/testing";
import { type Db, schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { commands } from "./commands.ts";
import { amount, date, type Model } from "./model.ts";
import { agree } from "./step.ts";
import { makeWorld, type Real, type Verbs } from "./world.ts";

export type CommandsOptions = {
  /** The least number of commands to run. */
  readonly count: number;
  readonly seed: number;
  /** Set together with `replayPath` to repeat one failure of a seed. The failure's text contains both. */
  readonly path?: string;
  readonly replayPath?: string;
  /** Faulty functions to run instead of the product's. Their failures are not reduced to simpler ones. */
  readonly verbs?: Verbs;
};

export type CommandsReport = {
  readonly worlds: number;
  readonly commands: number;
  /**
   * The number of calls by outcome, such as `done`, `repeated`, or the code of a refusal.
   */
  readonly outcomes: Readonly<Record<string, number>>;
};

/** The product's functions that commands call. */
export const ours: Verbs = { ...redeeming, ...sales, ...awards, ...members };

/**
 * Runs sequences of commands, each on its own world. If a command fails, throws an error with seed and path.
 */
export async function runCommands(options: CommandsOptions): Promise<CommandsReport> {
  const { count, seed, path, replayPath, verbs = ours } = options;
  const harness = await openOwnHarness();
  let worlds = 0;
  let run = 0;
  const outcomes: Record<string, number> = {};
  const sequences = fc.commands([...commands], {
    maxCommands: 100,
    size: "max",
    ...(replayPath ? { replayPath } : {}),
  });
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const world = await makeWorld(harness, verbs);
    worlds++;
    await fc.asyncModelRun(() => world, sequence);
    run += world.real.tally.commands;
    for (const [outcome, often] of Object.entries(world.real.tally.outcomes))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + often;
    await compare(world.model, world.real);
  });
  try {
    for (let at = 0; run < count; at++) {
      const endOnFailure = options.verbs !== undefined;
      await fc.assert(property, {
        seed: seed + at,
        numRuns: 5,
        endOnFailure,
        includeErrorInReport: true,
        ...(path ? { path } : {}),
      });
      if (path) break;
    }
    return { worlds, commands: run, outcomes };
  } finally {
    await harness.open.close();
  }
}

/** Throws if the rows differ from the model, or if the oracle (the audit of invariants) finds a fault. */
async function compare(model: Model, { harness, merchant }: Real): Promise<void> {
  const rows = await harness.rows(merchant);
  const row = (table: string, key: string | number) =>
    [...rows].find(([name]) => name === table)?.[1].get(String(key));
  for (const { id, stamps, owed } of model.members) {
    const stored = row("memberships", id);
    agree(`stamps of ${id}`, [stored?.stamps, stored?.stampsOwed], [stamps, owed]);
  }
  for (const voucher of model.vouchers) {
    const { owner, value, left, isSpent, isActive, from, through } = voucher;
    const kept = row("vouchers", voucher.id);
    agree(
      `voucher ${voucher.id}`,
      [kept?.customerId, kept?.value, kept?.remainingValue, kept?.redeemedAt !== null],
      [owner, amount(value), amount(left), isSpent],
    );
    agree(
      `voucher ${voucher.id}`,
      [kept?.isActive, kept?.startDate, kept?.endDate],
      [isActive, date(from), date(through)],
    );
  }
  for (const { id, usedBy } of model.promoCodes) {
    agree(`uses of ${id}`, row("promoCodes", id)?.uses, usedBy.length);
    for (const member of model.members) {
      const own = usedBy.filter((each) => each === member.id).length;
      agree(`uses by ${member.id}`, row("promoCodeUses", `${id} ${member.id}`)?.uses ?? 0, own);
    }
  }
  for (const { id, isCanceled, invoiceNumber, lines } of model.redemptions) {
    const stored = row("redemptions", id);
    const status = isCanceled ? "Canceled" : "Created";
    agree(`redemption ${id}`, [stored?.status, stored?.invoiceNumber], [status, invoiceNumber]);
    if (isCanceled) continue;
    for (const { line, qty, left } of lines)
      agree(
        `line ${line}`,
        rows.get("redemptionLines")?.get(`${id} ${line}`)?.canceledQty,
        qty - left,
      );
  }
  for (const { id, member, status, earned, tens, returned } of model.sales) {
    const stored = row("transactions", id);
    agree(
      `sale ${id}`,
      [stored?.customerId, stored?.status, stored?.stampsEarned, stored?.total],
      [member?.id ?? null, status, earned, amount((tens - returned) * 1_000 + 500)],
    );
  }
  for (const { id, member, stamps, isCanceled } of model.awards) {
    const stored = row("stampAwards", id);
    agree(
      `award ${id}`,
      [stored?.customerId, stored?.stamps, stored?.canceledAt !== null],
      [member.id, stamps, isCanceled],
    );
  }
  agree(
    "members",
    [...(rows.get("memberships")?.keys() ?? [])].map(Number).sort((one, other) => one - other),
    [...model.members, ...model.registered].map(({ id }) => id).sort((one, other) => one - other),
  );
  agree("addresses", await addressesOf(model, harness.db, merchant), addressesIn(model));
  agree("awards", rows.get("stampAwards")?.size ?? 0, model.awards.length);
  agree("sales", rows.get("transactions")?.size ?? 0, model.sales.length);
  agree("returns", rows.get("transactionModifications")?.size ?? 0, model.returns.length);
  agree("redemptions", rows.get("redemptions")?.size, model.redemptions.length);
  const spent = [...(rows.get("redemptionAuthorizations")?.values() ?? [])].filter(
    ({ spentByRedemptionId }) => spentByRedemptionId !== null,
  );
  agree(
    "spent authorizations",
    spent.length,
    model.authorizations.filter(({ isSpent }) => isSpent).length,
  );
  agree("the oracle", await runAudit(harness.db, merchant.id), []);
}

/** Reads the emails and mobile numbers by which the service finds the registered members. */
async function addressesOf({ registered }: Model, db: Db, merchant: Merchant): Promise<string[]> {
  const { customerIdentifiers: rows } = schema;
  const found = await db.select().from(rows).where(eq(rows.merchantId, merchant.id));
  const ids = new Set(registered.map(({ id }) => id));
  return found
    .filter(({ customerId, form }) => ids.has(customerId) && form !== "memberId")
    .map(({ customerId, form, value }) => `${customerId} ${form} ${value}`)
    .sort();
}

/** Returns the emails and mobile numbers that the registered members have in the model. */
function addressesIn({ registered }: Model): string[] {
  return registered
    .flatMap(({ id, email, mobileNumber }) => [
      ...(email === null ? [] : [`${id} email ${email}`]),
      ...(mobileNumber === null ? [] : [`${id} mobileNumber ${mobileNumber}`]),
    ])
    .sort();
}
