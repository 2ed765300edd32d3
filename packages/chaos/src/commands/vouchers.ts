import type { FailureCode } from "@stampbook/core/failures";
import type { VoucherRedeemed } from "@stampbook/core/redeeming";
import {
  amount,
  type Member,
  type Model,
  type Store,
  spendAuthorization,
  today,
  unauthorized,
  unavailable,
  type Voucher,
} from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth, type Visit, visit } from "./visit.ts";
import type { Real } from "./world.ts";

const codes = {
  inactive: "voucher_not_available",
  early: "voucher_not_started",
  late: "voucher_expired",
  elsewhere: "voucher_not_available",
} as const;

function closed(model: Model, voucher: Voucher, store: Store): FailureCode | null {
  if (voucher.isSpent) return "voucher_already_redeemed";
  const why = unavailable(model, { ...voucher, store: voucher.template.store }, store);
  return why && codes[why];
}

const foreign = ({ owner }: Voucher, member: Member): FailureCode | null =>
  owner === member.id ? null : "invalid_voucher_owner";

/** Returns the member and the store of a call on a voucher. The member is usually the voucher's owner. */
function visitOf(model: Model, real: Real, draw: Draw, { owner }: Voucher): Visit {
  const holder = model.members.find(({ id }) => id === owner);
  return visit(model, real, draw, draw.qty === 3 ? undefined : holder);
}

/** Redeems the whole voucher in the model. Throws if the service's outcome differs. */
function spendWhole(
  model: Model,
  { member, store, requestId }: Visit,
  voucher: Voucher,
  { redemption, membership, voucher: told }: VoucherRedeemed,
) {
  const value = voucher.left;
  voucher.owner = member.id;
  voucher.isSpent = true;
  if (voucher.left !== null) voucher.left = 0;
  spendAuthorization(model, member, requestId);
  agree("stamps left", membership.stamps, member.stamps);
  agree("value left", told.remainingValue, amount(voucher.left));
  model.redemptions.push({
    id: redemption.id,
    member,
    store,
    stamps: 0,
    lines: [],
    issued: [],
    whole: { voucher, value },
    madeOn: today(model, store),
    invoiceNumber: null,
    isCanceled: false,
  });
}

export function redeemVoucher(model: Model, real: Real, draw: Draw): Step {
  const voucher = nth(model.vouchers, draw.thing);
  const here = visitOf(model, real, draw, voucher);
  const { member, store, requestId } = here;
  const input = { ...here.input, voucher: voucher.id };
  return step({
    operation: "redeemVoucher",
    input,
    predict: (now) =>
      foreign(voucher, member) ??
      closed(now, voucher, store) ??
      unauthorized(now, member, requestId),
    call: (ctx) => real.verbs.redeemVoucher(ctx, input),
    apply: (now, outcome) => spendWhole(now, here, voucher, outcome),
  });
}

/** Redeems a voucher by its code, sometimes with the wrong template. */
export function redeemVoucherCode(model: Model, real: Real, draw: Draw): Step {
  const voucher = nth(model.vouchers, draw.thing);
  const here = visitOf(model, real, draw, voucher);
  const { member, store, requestId } = here;
  const isWrong = draw.flag && draw.qty === 1;
  const input = {
    ...here.input,
    voucherCode: draw.flag ? voucher.code.toLowerCase() : voucher.code,
    voucherTemplate: isWrong ? 1 : voucher.template.id,
  };
  return step({
    operation: "redeemVoucherCode",
    input,
    predict: (now) => {
      if (isWrong) return "invalid_voucher_template";
      return (
        (voucher.owner === null ? null : foreign(voucher, member)) ??
        closed(now, voucher, store) ??
        unauthorized(now, member, requestId)
      );
    },
    call: (ctx) => real.verbs.redeemVoucherCode(ctx, input),
    apply: (now, outcome) => spendWhole(now, here, voucher, outcome),
  });
}

export function deductValue(model: Model, real: Real, draw: Draw): Step {
  const voucher = nth(model.vouchers, draw.thing);
  const here = visitOf(model, real, draw, voucher);
  const { member, store, requestId } = here;
  // in hundredths: the least value, parts of a new voucher's value, its whole value, and 0.01 more
  const value = nth([1, 250, 500, 1_000, 1_001], draw.amount);
  const input = { ...here.input, voucher: voucher.id, value: amount(value) ?? "" };
  return step({
    operation: "deductValue",
    input,
    predict: (now) =>
      foreign(voucher, member) ??
      (voucher.left === null ? "voucher_value_not_dynamic" : null) ??
      closed(now, voucher, store) ??
      unauthorized(now, member, requestId) ??
      ((voucher.left ?? 0) < value ? "insufficient_voucher_value" : null),
    call: (ctx) => real.verbs.deductValue(ctx, input),
    apply: (now, { redemption, voucher: told }) => {
      voucher.left = (voucher.left ?? 0) - value;
      voucher.isSpent = voucher.left === 0;
      spendAuthorization(now, member, requestId);
      agree("value left", told.remainingValue, amount(voucher.left));
      now.redemptions.push({
        id: redemption.id,
        member,
        store,
        stamps: 0,
        lines: [],
        issued: [],
        deducted: { voucher, value },
        madeOn: today(now, store),
        invoiceNumber: null,
        isCanceled: false,
      });
    },
  });
}
