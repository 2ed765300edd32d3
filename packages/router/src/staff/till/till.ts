import { countShownToStaff } from "@stampbook/core/budgets";
import { registerInPart } from "@stampbook/core/members";
import { getCredentialState } from "@stampbook/core/pin";
import { getTillCard, listTillMatches } from "@stampbook/core/till";
import { z } from "zod";
import { deskProcedure, router } from "../../trpc.ts";
import { id, line, maybe, words } from "../fields.ts";
import { ShownId } from "../shown/named.ts";
import { ShownMatches, ShownTillCard } from "../shown/till.ts";

/**
 * The matches of a scanned or typed text: a voucher's code, a promo code, or a customer's Member ID, phone,
 * email or name. With the till's store, a voucher's dates are those of the store's calendar.
 */
const lookup = deskProcedure("cashier")
  .input(z.object({ text: line(), storeId: maybe(id) }))
  .output(ShownMatches)
  .query(({ ctx, input }) =>
    countShownToStaff(
      ctx.desk,
      () => listTillMatches(ctx.desk, input.text, input.storeId),
      ({ customers }) => customers.length || 1,
    ),
  );

/** A customer with what can be redeemed in a store now. */
const customer = deskProcedure("cashier")
  .input(z.object({ customerId: id, storeId: id }))
  .output(ShownTillCard)
  .query(async ({ ctx, input: { customerId, storeId } }) => {
    const [card, credentials] = await countShownToStaff(
      ctx.desk,
      () =>
        Promise.all([
          getTillCard(ctx.desk, { customerId, store: storeId }),
          getCredentialState(ctx.desk, customerId),
        ]),
      () => 1,
    );
    return { ...card, credentials };
  });

/** Registers a customer by an email or a mobile number, or finds the customer who already has it. */
const register = deskProcedure("cashier")
  .meta({ idempotent: true })
  .input(z.object({ contact: words(), name: line().default("") }))
  .output(ShownId)
  .mutation(async ({ ctx, input }) => {
    const { contact: user, name } = input;
    const { customer } = await registerInPart(ctx.deskFor(input), {
      user,
      name,
      sendsMessage: false,
      employeeCode: null,
    });
    return { id: customer.id };
  });

export const till = router({ lookup, customer, register });
