import { expect } from "vitest";
import { failureKinds } from "../../../foundation/failures.ts";
import { compareCalls } from "../../../testing/comparing/compare-calls.ts";
import { testWorlds } from "../../../testing/comparing/run-worlds.ts";
import { findKeptOutcome } from "../../../testing/find-kept-outcome.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { type CancelWorldFacts, cancelWorlds } from "../../../testing/worlds/cancel-worlds.ts";
import {
  type CancelWorldCall,
  makeCancelWorld,
} from "../../../testing/worlds/make-cancel-world.ts";
import { type CancelSeen, needsVoucher, refuseCancel } from "./cancel-redemption.rules.ts";
import { operation } from "./cancel-redemption.sql.ts";
import { cancelRedemption } from "./cancel-redemption.ts";
import { findCancelable } from "./preview-cancel-redemption.sql.ts";

/** Works out, with the preview's look-ups and the rules, which calls the first batch must do. */
async function expectedFirst(calls: readonly CancelWorldCall[]) {
  const taken = new Set<string>();
  const all = [];
  for (const { ctx, input } of calls) {
    const kept = await findKeptOutcome(ctx, operation);
    const seen = { ...(await findCancelable(ctx, input.redemptionId)), underInvoice: [], kept };
    const refusal = refuseCancel(seen, ctx.caller, input.reason ?? null);
    const isAble = refusal === null && kept === null;
    // a call that needs a replacement is not done at first, but sent again with the voucher
    const needsReplacement = needsVoucher(seen, input.createReplacementVoucher);
    const hasAll = isAble && !needsReplacement;
    const subjects = [...subjectsOf(seen)];
    if (ctx.idempotency) subjects.push(`key ${ctx.idempotency.key}`);
    const isFirst = !subjects.some((subject) => taken.has(subject));
    if (hasAll) for (const subject of subjects) taken.add(subject);
    all.push({ isDone: hasAll && isFirst, isAble, needsReplacement, hasAll, refusal, seen });
  }
  return all;
}

function subjectsOf({ redemption, customer, voucher, promoCodeId }: CancelSeen) {
  const subjects = [`customer ${customer?.id}`];
  if (redemption?.status !== "Created") return subjects;
  if (redemption.kind === "voucher_value") subjects.push(`voucher ${voucher?.id}`);
  if (promoCodeId !== null) subjects.push(`promo code ${promoCodeId}`);
  return subjects;
}

type Expected = Awaited<ReturnType<typeof expectedFirst>>[number];

/** Expects that the statement saw the same facts as the rules. */
function expectSeen(row: CancelSeen, { seen }: Expected) {
  const ageHours = expect.any(Number);
  expect(row).toEqual({
    ...seen,
    redemption: seen.redemption && { ...seen.redemption, ageHours },
  });
}

/** Returns the kinds of case to which a call belongs. */
function kindsOf({ isDone, isAble, hasAll, refusal, seen }: Expected): readonly string[] {
  if (seen.kept) return ["kept"];
  if (refusal) {
    const isForbidden = failureKinds[refusal.code] === "forbidden";
    return [isForbidden ? "forbidden" : refusal.code];
  }
  if (isAble && !hasAll)
    return [seen.redemption?.kind === "voucher_value" ? "reissued" : "with a replacement"];
  if (!isDone) return ["again"];
  const { redemption, issued } = seen;
  if (redemption?.status === "Canceled") return ["canceled before"];
  return [redemption?.kind ?? "", ...(issued.length ? ["withdrawn"] : [])];
}

async function compare(t: OpenHarness, facts: CancelWorldFacts, met: Set<string>) {
  const { expected } = await compareCalls(t, {
    makeWorld: () => makeCancelWorld(t, facts),
    numberOf: ({ auditId }: { readonly auditId: number }) => auditId,
    ...{ expectedFirst, expectSeen, verb: cancelRedemption },
  });
  for (const one of expected) for (const kind of kindsOf(one)) met.add(kind);
}

/** The kinds of case that the generated shops (`cancelWorlds`) must contain. */
const all = [
  ...["again", "canceled before", "forbidden", "kept", "promo_code", "redemption_not_found"],
  ...[
    "reissued",
    "required",
    "reward",
    "rewards",
    "voucher",
    "voucher_already_redeemed",
    "voucher_code",
  ],
  ...["voucher_value", "with a replacement", "withdrawn"],
] as const;

testWorlds(cancelWorlds, { all }, compare);
