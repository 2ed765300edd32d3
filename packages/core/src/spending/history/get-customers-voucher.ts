import { type DocumentOf, rowsOf, run, schema, statement } from "@stampbook/db";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { countGuess, guessInTurn, guessParameters } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { heldVoucherListed } from "../../holding/vouchers/index.ts";
import { guesses, member, merchant, voucher } from "../../machinery/facts/index.ts";
import { judging, rowOf } from "../../machinery/kernel/index.ts";
import { type Identifier, voucherState } from "../../people/customers/index.ts";
import { codeKeyOf } from "../../running/merchants/index.ts";
import { valueEntry } from "./vouchers.sql.ts";

const { vouchers, voucherTemplates: templates, voucherValueEntries: entries } = schema;

const judged = judging({
  sees: [merchant.found, member.found, voucher.found, guesses.found],
  call: {},
  lists: {
    refused: [
      {
        memberExists: member.exists,
        guessesAreLeft: guesses.areLeft,
        voucherExists: voucher.exists,
        codedVoucherIsHeld: voucher.codedIsHeld,
        voucherIsCustomers: voucher.isCustomers,
      },
    ],
  },
});
const b = rowOf("b", { refused: 0, voucherId: 0 });

const fields = {
  ...heldVoucherListed,
  state: voucherState,
  redeemedAt: vouchers.redeemedAt,
  /** The changes of a dynamic value, oldest first. */
  valueEntries: rowsOf(entries, {
    where: [eq(entries.voucherId, vouchers.id)],
    orderBy: [asc(entries.createdAt), asc(entries.cause)],
  }).list(valueEntry),
};

/** A voucher of a customer, with its state today in the merchant's calendar. */
export type CustomersVoucher = DocumentOf<typeof fields>;

const shown = rowsOf(vouchers, {
  where: [eq(vouchers.id, b.voucherId), sql`${b.refused} is null`],
})
  .join(templates, eq(templates.id, vouchers.voucherTemplateId))
  .one(fields);
const answer = judged.docWith({ shown });

const load = statement<typeof answer extends SQL<infer Answer> ? Answer : never>(
  "get_customers_voucher",
  judged.arms,
  sql`(select ${answer} from seen b)`,
);

/**
 * Returns a voucher that a customer holds, by its code, also if it is redeemed or withdrawn. Letter case in
 * `code` does not matter. Throws `invalid_user`, `too_many_attempts`, `invalid_voucher` and
 * `invalid_voucher_owner`, in this order. An unknown code, or the code of a voucher that nobody holds, counts
 * as the caller's wrong guess. Interface 3, section 1.
 */
export function getCustomersVoucher(
  ctx: CoreContext,
  { user, code }: { readonly user: Identifier; readonly code: string },
): Promise<CustomersVoucher> {
  const { caller, clockOffsetMs: offsetMs } = ctx;
  const { id: merchantId, timezone } = caller.merchant;
  const call = {
    ...member.callOf(ctx, user),
    ...{ voucher: null, voucherCode: codeKeyOf(code), voucherTemplate: null },
    ...guessParameters(ctx),
  };
  return guessInTurn(ctx, async () => {
    const of = { merchantId, timezone, offsetMs, storeId: null };
    const seen = await run(ctx.db, load, { ...judged.valuesOf(call), ...of });
    const { refused, shown } = seen;
    if (refused === "voucherExists" || refused === "codedVoucherIsHeld") await countGuess(ctx);
    const refusal = judged.refuse("refused", { seen, call, caller });
    if (refusal) throw new Failure(refusal);
    if (!shown) throw new TypeError("a voucher that no check refuses is shown");
    return shown;
  });
}
