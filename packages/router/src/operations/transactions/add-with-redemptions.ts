import type { KnownCaller } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { addSale, keptSale } from "@stampbook/core/sales";
import { confirmVisit, keptVisit } from "@stampbook/core/visits";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { checkScope } from "../../scopes.ts";
import { operation } from "../../trpc.ts";
import { readSale } from "../../wire/sale/sale-fields.ts";
import { presentOpenSale, presentVisit, VisitAnswer } from "../../wire/sale/visit.ts";
import { partNames, readVisit, VisitFields } from "../../wire/sale/visit-fields.ts";
import { withoutAbsent } from "../../without-absent.ts";

const lists = [partNames.rewards, partNames.vouchers, partNames.promoCodes];

/** Records a sale together with its redemptions, all or none. Interface 2, section 7. */
export const addWithRedemptions = operation
  .meta({
    summary: "Records a sale and redeems what goes with it, all or none (T10)",
    example: {
      body: {
        ...sample.sale,
        invoice_number: "INV-6",
        reward_redemptions: [{ reward: "MI0017" }],
        voucher_redemptions: [{ voucher_code: "KAYA0025" }],
        promo_code_redemptions: [{ promo_code: "PROMOCODE" }],
      },
      answer: {
        transaction: { ...sample.transaction, number_of_people: 1, discount: null },
        redemptions: [
          {
            id: 1,
            reward: "Kaya Bun",
            stamps_used: 2,
            extra_data: null,
            rewards: [
              {
                ...sample.reward,
                qty: 1,
                stamps_used: 2,
                request_id: null,
                voucher: sample.issued,
              },
            ],
            voucher: sample.issued,
            request_id: null,
          },
          {
            ...sample.redemption,
            id: 2,
            extra_data: null,
            rewards: [],
            request_id: null,
            voucher: {
              ...sample.voucher,
              ...sample.shortVoucher,
              id: 25,
              code: "KAYA0025",
              start_date: "2026-01-01",
              end_date: "2027-12-31",
              remaining_value: null,
            },
          },
          {
            id: 3,
            reward: sample.promoCode.name,
            stamps_used: 0,
            extra_data: null,
            rewards: [],
            request_id: null,
            promo_code: sample.promoCode,
          },
        ],
        membership: { ...sample.membership, stamps: 257, stamps_remaining: 257 },
        issued_voucher: null,
      },
    },
    rest: {
      path: "/api/v2/transactions/add-with-redemptions",
      operationId: "addSaleWithRedemptions",
    },
    scope: "transactions",
    idempotent: true,
    replays: [
      replay(keptVisit, (visit, { core, merchant }) => {
        const { redemptions, issuedVoucher } = visit;
        checkParts(core.caller, redemptions.length > 0, issuedVoucher !== null);
        return presentVisit(visit, merchant);
      }),
      replay(keptSale, presentOpenSale),
    ],
    large: true,
    failureErrors: "list",
    failures: {
      required: "user",
      invalid_store: "store",
      invalid_user: "user",
      membership_blocked: "user",
      membership_partial: "user",
      duplicate_invoice_number: ["invoice_number", ...lists],
      invalid_reward: partNames.rewards,
      reward_not_available: partNames.rewards,
      insufficient_stamps: partNames.rewards,
      invalid_voucher: partNames.vouchers,
      invalid_voucher_owner: partNames.vouchers,
      voucher_already_redeemed: partNames.vouchers,
      voucher_expired: partNames.vouchers,
      voucher_not_started: partNames.vouchers,
      voucher_not_available: partNames.vouchers,
      voucher_value_not_dynamic: [partNames.vouchers, partNames.issue],
      insufficient_voucher_value: partNames.vouchers,
      invalid_promo_code: partNames.promoCodes,
      promo_code_not_available: partNames.promoCodes,
      promo_code_limit_reached: partNames.promoCodes,
      authorization_required: lists,
      too_many_attempts: [partNames.vouchers, partNames.promoCodes],
      invalid_voucher_template: partNames.issue,
    },
  })
  .input(VisitFields)
  .output(VisitAnswer)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.coreFor(withoutAbsent(input, ["replace_canceled"]));
    if (input.user === null) return presentOpenSale(await addSale(core, readSale(input)));
    const visit = readVisit(input, input.user);
    const { rewards, vouchers, promoCodes, issue } = visit;
    const redeems = rewards.length + vouchers.length + promoCodes.length > 0;
    checkParts(core.caller, redeems, issue !== null);
    return presentVisit(await confirmVisit(core, visit).catch(inOwnNames), ctx.merchant);
  });

/** Rethrows an error. A refusal of a part of the visit is reported on the parameter of that part. */
function inOwnNames(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const field = Object.entries(partNames).find(([part]) => part === error.refusal.field)?.[1];
  throw field === undefined ? error : new Failure({ ...error.refusal, field });
}

/** Throws `permission_denied` if the token lacks a scope that a part of the visit needs. */
function checkParts(caller: KnownCaller, redeems: boolean, issues: boolean): void {
  if (redeems) checkScope(caller, "redemptions");
  if (issues) checkScope(caller, "vouchers.issue");
}
