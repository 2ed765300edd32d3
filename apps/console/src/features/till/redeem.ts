import { type Outputs, withKey } from "../../rpc/client.ts";
import { outOfPatience } from "../../rpc/patience.ts";
import type { Api } from "../../rpc/use-api.ts";
import type { ReceiptData } from "../parts/receipt.tsx";
import type { Card, Choice } from "./choices.ts";
import { nameOf } from "./choices.ts";

/** The input of the confirmation. */
export type Given = {
  readonly invoiceNumber: string;
  /** For a dynamic voucher: the amount. */
  readonly value: string;
  /** For a flexible reward: the number of stamps. */
  readonly stamps: string;
  readonly promoCode: string;
  readonly pin: string;
};

/** The data of the result line and the receipt. */
export type Done = ReceiptData & {
  readonly stampsLeft: number;
  /** The remaining value of the voucher after `value` was deducted; null also if it could not be read. */
  readonly valueLeft: string | null;
};

type Redeeming = {
  readonly card: Card;
  readonly choice: Choice;
  readonly storeId: number;
  readonly given: Given;
  /** The same for each try of one confirmation, so that it is done only once. */
  readonly key: string;
};

/** The channel of tills, POS. */
const CHANNEL = 2;
/** Long enough for a slow network, too short for the next customer. */
const PIN_HOLDS_SECONDS = 120;

/** Redeems what was confirmed, authorized by the customer's PIN if there is one. */
export async function redeem(api: Api, redeeming: Redeeming): Promise<Done> {
  const { card, given, key } = redeeming;
  // part of the request under the key: another request id would make a retry a different request
  const requestId = given.pin ? key : null;
  if (requestId !== null) await authorize(api, card, given.pin, requestId);
  const done = await call(api, redeeming, requestId);
  return {
    customer: card.customer.name,
    memberId: card.customer.memberId,
    invoiceNumber: given.invoiceNumber,
    storeId: redeeming.storeId,
    at: new Date().toISOString(),
    ...done,
  };
}

async function authorize(api: Api, { customer }: Card, pin: string, requestId: string) {
  const call = { user: customer.id, pin, request_id: requestId, timeout: PIN_HOLDS_SECONDS };
  await api.redemptions.authorize.mutate(call, { signal: outOfPatience() });
}

type Told = Pick<
  Done,
  "redemptionId" | "name" | "stampsUsed" | "stampsLeft" | "value" | "valueLeft" | "issuedCode"
>;

async function call(api: Api, redeeming: Redeeming, requestId: string | null): Promise<Told> {
  const { card, choice, given, storeId } = redeeming;
  const key = withKey(redeeming.key);
  const at = { store: storeId, channel: CHANNEL, request_id: requestId };
  if (choice.kind === "unowned") {
    const { code, templateId, name } = choice.voucher;
    const identifier = card.customer.email ?? card.customer.mobileNumber ?? "";
    const input = { ...at, identifier, voucher_code: code, voucher_template: templateId };
    const { redemption, customer } = await api.redemptions.redeemVoucherCode.mutate(input, key);
    const stampsLeft = customer.stamps_remaining;
    return { ...nothing, redemptionId: redemption.id, name, stampsLeft };
  }
  const common = { ...at, user: nameOf(card) ?? "", invoice_number: given.invoiceNumber || null };
  if (choice.kind === "promo") {
    const input = { ...common, promo_code: given.promoCode, invoice_number: given.invoiceNumber };
    return told(await api.redemptions.redeemPromoCode.mutate(input, key));
  }
  if (choice.kind === "reward") {
    const stamps = choice.reward.kind === "flexible" ? Number(given.stamps) : null;
    const input = { ...common, reward: choice.reward.id, stamps };
    const done = await api.redemptions.redeemReward.mutate(input, key);
    return { ...told(done), issuedCode: done.voucher?.code ?? null };
  }
  const voucher = choice.voucher.id;
  if (choice.voucher.remainingValue === null)
    return told(await api.redemptions.redeemVoucher.mutate({ ...common, voucher }, key));
  const value = given.value.trim();
  const done = await api.vouchers.deductValue.mutate({ ...common, voucher, value }, key);
  // the redemption is done, even if the rest cannot be read
  const after = await api.staff.vouchers.get.query({ voucherId: voucher }).catch(() => null);
  return { ...told(done), value, valueLeft: after?.remainingValue ?? null };
}

const nothing = { stampsUsed: 0, value: null, valueLeft: null, issuedCode: null };

function told(
  done: Outputs["redemptions"]["redeemPromoCode" | "redeemVoucher" | "redeemReward"],
): Told {
  const { redemption, membership } = done;
  return {
    ...nothing,
    redemptionId: redemption.id,
    name: redemption.reward,
    stampsUsed: redemption.stamps_used,
    stampsLeft: membership.stamps_remaining,
  };
}
