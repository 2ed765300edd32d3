import { adjustStamps, forgiveStamps } from "@stampbook/core/awards";
import { blockCustomer, editCustomer, isMemberId, memberIdForm } from "@stampbook/core/customers";
import { issueVouchersTo } from "@stampbook/core/issuing";
import { mostOf } from "@stampbook/core/limits";
import { addCustomer } from "@stampbook/core/members";
import { getCredentialState, unblockPin } from "@stampbook/core/pin";
import { z } from "zod";
import { deskProcedure } from "../../trpc.ts";
import {
  day,
  id,
  level,
  line,
  maybe,
  membershipStatus,
  prose,
  reason,
  whole,
  words,
} from "../fields.ts";
import { ShownIssued } from "../shown/catalogue.ts";
import { EditedCustomer, ShownCredentials } from "../shown/customer.ts";
import { ShownId } from "../shown/named.ts";

const One = z.object({ customerId: id });

const memberId = line().refine((text) => text === "" || isMemberId(text), memberIdForm);

const otherMemberIds = z.array(memberId).max(mostOf.memberIds);

/** Adds a customer, with an empty membership of the lowest level. */
const add = deskProcedure("cashier")
  .meta({ idempotent: true })
  .input(
    z.object({
      name: words(),
      email: maybe(line()),
      mobileNumber: maybe(line(mostOf.mobileNumber)),
      memberId: maybe(memberId),
      otherMemberIds: otherMemberIds.default([]),
      gender: line(mostOf.gender).default(""),
      address: prose(mostOf.address).default(""),
      birthday: maybe(day),
      notes: prose(mostOf.notes).optional(),
    }),
  )
  .output(ShownId)
  .mutation(({ ctx, input }) => addCustomer(ctx.deskFor(input), input));

/** Changes a customer's data. Missing fields stay unchanged; null clears a field. */
const edit = deskProcedure("manager")
  .input(
    One.extend({
      name: words().optional(),
      email: line().nullish(),
      mobileNumber: line(mostOf.mobileNumber).nullish(),
      memberId: memberId.nullish(),
      otherMemberIds: otherMemberIds.optional(),
      gender: line(mostOf.gender).optional(),
      address: prose(mostOf.address).optional(),
      birthday: day.nullish(),
      notes: prose(mostOf.notes).optional(),
      isActive: z.boolean().optional(),
      level: level.optional(),
      status: membershipStatus.optional(),
      tags: z.array(words(mostOf.tag)).max(mostOf.tags).optional(),
      allowNewsletters: z.boolean().optional(),
      allowSmsMarketing: z.boolean().optional(),
      allowWhatsappMarketing: z.boolean().optional(),
    }),
  )
  .output(EditedCustomer)
  .mutation(({ ctx, input }) => editCustomer(ctx.desk, input));

/** Adds the name of a customer who has none yet, such as one whom a till registered by phone. */
const addName = deskProcedure("cashier")
  .input(One.extend({ name: words() }))
  .output(z.object({ name: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { name } = await editCustomer(ctx.desk, { ...input, isFirstName: true });
    return { name };
  });

/** Blocks or unblocks a customer. */
const block = deskProcedure("manager")
  .input(One.extend({ isBlocked: z.boolean(), reason }))
  .output(z.object({ isBlocked: z.boolean() }))
  .mutation(({ ctx, input }) => blockCustomer(ctx.desk, input));

/** Adds stamps, or removes them if `delta` is below zero. */
const adjust = deskProcedure("manager")
  .meta({ idempotent: true })
  .input(
    One.extend({
      delta: whole(-mostOf.adjustment, mostOf.adjustment).refine(
        (delta) => delta !== 0,
        "Some stamps are to be added or taken.",
      ),
      reason,
    }),
  )
  .output(z.object({ stamps: z.int() }))
  .mutation(({ ctx, input }) => adjustStamps(ctx.deskFor(input), input));

/** Lets go all stamps that a customer owes. Returns how many. */
const forgive = deskProcedure("manager")
  .meta({ idempotent: true })
  .input(One.extend({ reason }))
  .output(z.object({ forgiven: z.int() }))
  .mutation(({ ctx, input }) => forgiveStamps(ctx.deskFor(input), input));

/** Unblocks a customer's PIN. Returns the state of the customer's credentials. */
const unblock = deskProcedure("cashier")
  .input(One.extend({ reason }))
  .output(ShownCredentials)
  .mutation(async ({ ctx, input: { customerId, reason } }) => {
    await unblockPin(ctx.desk, { user: customerId, reason });
    return getCredentialState(ctx.desk, customerId);
  });

/** Issues one voucher of a template. */
const issueVoucher = deskProcedure("manager")
  .meta({ idempotent: true })
  .input(One.extend({ templateId: id, reason }))
  .output(z.object({ voucher: ShownIssued.nullable() }))
  .mutation(async ({ ctx, input }) => {
    const { customerId, templateId, reason } = input;
    const wish = { templateId, customerIds: [customerId], reason };
    const [voucher] = await issueVouchersTo(ctx.deskFor(input), wish);
    return { voucher: voucher ?? null };
  });

/** The procedures that change a customer. */
export const changes = {
  add,
  edit,
  addName,
  block,
  unblockPin: unblock,
  adjustStamps: adjust,
  forgiveStamps: forgive,
  issueVoucher,
};
