import type { Merchant } from "@stampbook/core/context";
import type { Given } from "@stampbook/core/testing";
import {
  amount,
  date,
  type Limits,
  type Member,
  type PromoCode,
  type Reward,
  type Store,
  type Template,
  type Voucher,
} from "./model.ts";

export const openLimits: Limits = { isActive: true, from: null, through: null, store: null };

export type WorldRows = ReturnType<typeof worldRows>;

/** Functions that insert a row for a merchant and return its part of the model. */
export function worldRows(given: Given, merchant: Merchant) {
  async function store(timezone: string, daysBehind: number): Promise<Store> {
    const { id } = await given.store(merchant, { timezone });
    return { id, daysBehind };
  }

  async function member(stamps: number): Promise<Member> {
    const { id, email } = await given.customer(merchant, {}, { stamps });
    return { id, email, stamps, owed: 0 };
  }

  async function template(
    value: number | null,
    isDynamic: boolean,
    validityDays: number | null,
    store: number | null = null,
  ): Promise<Template> {
    const stores = store === null ? [] : [store];
    const row = { value: amount(value), isDynamic, validityDays, stores };
    const { id, name } = await given.template(merchant, row);
    return { id, name, value, isDynamic, validityDays, store };
  }

  async function reward(
    cost: number | null,
    issued: Template | null,
    limits = openLimits,
  ): Promise<Reward> {
    const { id, code } = await given.reward(merchant, {
      ...limited(limits),
      kind: cost === null ? "flexible" : "fixed",
      stampsToRedeem: cost ?? 0,
      voucherTemplateId: issued?.id ?? null,
    });
    return { ...limits, id, code, cost, template: issued };
  }

  async function voucher(
    type: Template,
    owner: Member | null,
    from: number | null = null,
    through: number | null = null,
  ): Promise<Voucher> {
    const left = type.isDynamic ? type.value : null;
    const { id, code } = await given.voucher(merchant, {
      voucherTemplateId: type.id,
      customerId: owner?.id ?? null,
      value: amount(type.value),
      remainingValue: amount(left),
      startDate: date(from),
      endDate: date(through),
    });
    const states = { owner: owner?.id ?? null, left, isSpent: false, isActive: true };
    return { id, code, template: type, value: type.value, from, through, line: null, ...states };
  }

  async function promoCode(
    max: number | null,
    maxPerMember: number | null,
    limits = openLimits,
  ): Promise<PromoCode> {
    const { id, code } = await given.promoCode(merchant, {
      ...limited(limits),
      maxUses: max,
      maxUsesPerCustomer: maxPerMember,
    });
    return { ...limits, id, code, max, maxPerMember, usedBy: [] };
  }

  return { store, member, template, reward, voucher, promoCode };
}

/** Converts limits to the columns of a row. */
function limited({ isActive, from, through, store }: Limits) {
  const stores = store === null ? [] : [store];
  return { isActive, startDate: date(from), endDate: date(through), stores };
}
