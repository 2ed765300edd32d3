import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, type Refusal } from "../../../foundation/failures.ts";
import type { WithdrawnVoucher } from "../../../holding/vouchers/index.ts";
import { canceledByStaff, merchant } from "../../../machinery/facts/index.ts";
import { judging } from "../../../machinery/kernel/index.ts";
import type { NamedPart } from "./cancel-redemption.ts";
import * as cancelable from "./cancelable.sql.ts";
import { isReplaceable, lastDayOfReplacement, withdrawnBy } from "./cancellation.rules.ts";

type VoucherNamed = { readonly id: number; readonly code: string };

/**
 * The effects that a cancel would have now. If the cancel would be refused, only `refusal` is set. If
 * `isCanceled`, a cancel changes nothing, whatever the other fields say.
 */
export type CancelEffects = {
  readonly isCanceled: boolean;
  /** The refusal of a cancel. Null if a cancel is allowed, or was done before. */
  readonly refusal: Pick<Refusal, "code" | "message"> | null;
  readonly stampsBack: number;
  /**
   * The value that a dynamic voucher gets back; null if no value was deducted from a voucher. If `isReissued`,
   * a new voucher gets it, which is valid through `endDate`; null if it never ends.
   */
  readonly valueBack: {
    readonly value: string;
    readonly voucher: VoucherNamed;
    readonly isReissued: boolean;
    readonly endDate: string | null;
  } | null;
  readonly promoCodeUseBack: boolean;
  /** Vouchers that the redemption issued, or that replace them, and that become inactive. */
  readonly withdrawn: readonly WithdrawnVoucher[];
  /** A voucher that stays spent, and the last day of its replacement. Null if there is no such voucher. */
  readonly spentVoucher:
    | (VoucherNamed & {
        readonly name: string;
        /** Whether the voucher's last day is today or later. Also true if the voucher never ends. */
        readonly isInTime: boolean;
        readonly replacementEndDate: string | null;
      })
    | null;
};

const nothing = {
  isCanceled: false,
  stampsBack: 0,
  valueBack: null,
  promoCodeUseBack: false,
  withdrawn: [],
  spentVoucher: null,
} as const;

const judged = judging({
  sees: [merchant.found, cancelable.found(), cancelable.age, cancelable.issuedFound],
  call: {},
  lists: { refused: [cancelable.known], effect: [cancelable.mayBeCanceled] },
});

const answer = judged.docWith({});
type Seen = typeof answer extends SQL<infer Answer> ? Answer : never;

const load = statement<Seen>("find_cancelable", judged.arms, sql`(select ${answer} from seen b)`);

/**
 * Returns the effects that a cancel, or one of a line, would have now, by the checks of the cancel, except that staff need not give
 * a reason yet. If it would be refused because a voucher that the redemption issued is spent, `spentIssuedId` is
 * this voucher's id; else null. Throws `redemption_not_found`, and `permission_denied` for another store.
 */
export async function previewCancel(
  ctx: CoreContext,
  redemption: number,
  ofLine: NamedPart | null = null,
): Promise<CancelEffects & { readonly spentIssuedId: number | null }> {
  const { caller } = ctx;
  const call = {
    ...{ redemption, allowedStores: caller.stores, cancelId: null },
    ...{ line: null, lineRequestId: null, qty: null, ...ofLine },
    ...canceledByStaff.callOf(caller, null),
  };
  const of = { merchantId: caller.merchant.id, offsetMs: ctx.clockOffsetMs };
  const seen = await run(ctx.db, load, { ...judged.valuesOf(call), ...of });
  const unknown = judged.refuse("refused", { seen, call, caller });
  if (unknown) throw new Failure(unknown);
  const refusal = judged.refuse("effect", { seen, call, caller });
  if (!refusal) return { ...effectsOf(seen, ofLine !== null), refusal, spentIssuedId: null };
  const { code, message } = refusal;
  const spent = seen.effect === "issuedAreUnspent" && seen.issued.find((each) => each.isSpent);
  return { ...nothing, refusal: { code, message }, spentIssuedId: spent ? spent.id : null };
}

function effectsOf({ redemption, voucher, issued, withdraws }: Seen, isOfLine: boolean) {
  if (!redemption) throw new TypeError("the redemption was checked");
  const { kind, value, today, isUsable, promoCodeId, isDone, stampsBack } = redemption;
  return {
    isCanceled: isDone,
    stampsBack,
    valueBack:
      kind === "voucher_value" && voucher && value !== null
        ? {
            value,
            voucher: { id: voucher.id, code: voucher.code },
            isReissued: !isUsable,
            endDate: lastDayOfReplacement(voucher, today),
          }
        : null,
    promoCodeUseBack: promoCodeId !== null,
    withdrawn: withdrawnBy({ issued, withdraws, isOfLine, isDone }),
    spentVoucher:
      voucher && isReplaceable(kind)
        ? {
            id: voucher.id,
            code: voucher.code,
            name: voucher.name,
            isInTime: voucher.endDate === null || voucher.endDate >= today,
            replacementEndDate: lastDayOfReplacement(voucher, today),
          }
        : null,
  };
}
