import {
  generateCodes,
  getPromoCode,
  getReward,
  getVoucherTemplate,
  issueVouchersTo,
  listPromoCodes,
  listRewards,
  listVoucherTemplates,
  type PromoCodeListed,
  type RewardListed,
  savePromoCode,
  saveReward,
  saveVoucherTemplate,
  type TemplateListed,
} from "@stampbook/core/catalogue";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";
import { showCsv } from "./csv.ts";
import { amount, day, id, limits, line, maybe, prose, reason, timeOfDay, words } from "./fields.ts";
import { byDay, showPage } from "./paging.ts";

const Filter = z.object({
  text: line().default(""),
  isActive: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
  ...byDay,
});
const One = z.object({ id });
const count = z.int("A whole number is expected.");
const address = z
  .string()
  .max(2_000)
  .refine((text) => text === "" || /^https:\/\/\S+$/.test(text), "An https address is expected.");

/** All that is said of a thing: a form is sent whole, what is left out is empty. */
const Reward = z.object({
  code: words(),
  name: words(),
  kind: z.enum(["fixed", "flexible"]),
  stampsToRedeem: count.min(0).max(1_000_000_000),
  voucherTemplateId: maybe(id),
  isActive: z.boolean(),
  startDate: maybe(day),
  endDate: maybe(day),
  ...limits,
});

const Template = z.object({
  name: words(),
  value: maybe(amount),
  isDynamic: z.boolean(),
  validityDays: maybe(count.min(0).max(36_500)),
  pictureUrl: address.default(""),
  shortDescription: prose(1_000).default(""),
  description: prose(10_000).default(""),
  instructions: prose(10_000).default(""),
  termsAndConditions: prose(20_000).default(""),
  ...limits,
});

const PromoCode = z.object({
  code: words(),
  name: words(),
  isActive: z.boolean(),
  startDate: maybe(day),
  endDate: maybe(day),
  startTime: maybe(timeOfDay),
  endTime: maybe(timeOfDay),
  maxUses: maybe(count.min(0).max(1_000_000_000)),
  maxUsesPerCustomer: maybe(count.min(1).max(1_000_000_000)),
  ...limits,
});

const rewards = router({
  list: staffProcedure
    .input(Filter)
    .query(async ({ ctx, input: { cursor, ...rest } }) =>
      showPage(await listRewards(ctx.desk, { ...rest, after: cursor })),
    ),
  get: staffProcedure.input(One).query(({ ctx, input }) => getReward(ctx.desk, input.id)),
  csv: staffProcedure.input(Filter).query(async ({ ctx, input: { cursor, ...rest } }) =>
    showCsv(await listRewards(ctx.desk, { ...rest, after: cursor }), cursor === null, {
      id: (row: RewardListed) => row.id,
      code: (row) => row.code,
      name: (row) => row.name,
      kind: (row) => row.kind,
      stamps: (row) => row.stampsToRedeem,
      voucher_template: (row) => row.voucherTemplateName,
      active: (row) => row.isActive,
      start_date: (row) => row.startDate,
      end_date: (row) => row.endDate,
    }),
  ),
  create: staffProcedure
    .input(Reward)
    .mutation(({ ctx, input }) => saveReward(ctx.desk, { id: null, fields: input })),
  update: staffProcedure
    .input(Reward.extend({ id }))
    .mutation(({ ctx, input: { id, ...fields } }) => saveReward(ctx.desk, { id, fields })),
});

const voucherTemplates = router({
  list: staffProcedure
    .input(Filter)
    .query(async ({ ctx, input: { cursor, ...rest } }) =>
      showPage(await listVoucherTemplates(ctx.desk, { ...rest, after: cursor })),
    ),
  get: staffProcedure.input(One).query(({ ctx, input }) => getVoucherTemplate(ctx.desk, input.id)),
  csv: staffProcedure.input(Filter).query(async ({ ctx, input: { cursor, ...rest } }) =>
    showCsv(await listVoucherTemplates(ctx.desk, { ...rest, after: cursor }), cursor === null, {
      id: (row: TemplateListed) => row.id,
      name: (row) => row.name,
      value: (row) => row.value,
      dynamic: (row) => row.isDynamic,
      validity_days: (row) => row.validityDays,
    }),
  ),
  create: staffProcedure
    .input(Template)
    .mutation(({ ctx, input }) => saveVoucherTemplate(ctx.desk, { id: null, fields: input })),
  update: staffProcedure
    .input(Template.extend({ id }))
    .mutation(({ ctx, input: { id, ...fields } }) => saveVoucherTemplate(ctx.desk, { id, fields })),
});

const promoCodes = router({
  list: staffProcedure
    .input(Filter)
    .query(async ({ ctx, input: { cursor, ...rest } }) =>
      showPage(await listPromoCodes(ctx.desk, { ...rest, after: cursor })),
    ),
  get: staffProcedure.input(One).query(({ ctx, input }) => getPromoCode(ctx.desk, input.id)),
  csv: staffProcedure.input(Filter).query(async ({ ctx, input: { cursor, ...rest } }) =>
    showCsv(await listPromoCodes(ctx.desk, { ...rest, after: cursor }), cursor === null, {
      id: (row: PromoCodeListed) => row.id,
      code: (row) => row.code,
      name: (row) => row.name,
      active: (row) => row.isActive,
      uses: (row) => row.uses,
      max_uses: (row) => row.maxUses,
      max_uses_per_customer: (row) => row.maxUsesPerCustomer,
      start_date: (row) => row.startDate,
      end_date: (row) => row.endDate,
    }),
  ),
  create: staffProcedure
    .input(PromoCode)
    .mutation(({ ctx, input }) => savePromoCode(ctx.desk, { id: null, fields: input })),
  update: staffProcedure
    .input(PromoCode.extend({ id }))
    .mutation(({ ctx, input: { id, ...fields } }) => savePromoCode(ctx.desk, { id, fields })),
});

/** A voucher for each of the chosen customers, all or none. */
const issueVouchers = staffProcedure
  .input(
    z.object({
      templateId: id,
      customerIds: z
        .array(id)
        .min(1, "Choose a customer.")
        .max(500, "At most 500 customers at once."),
      reason: maybe(reason),
    }),
  )
  .mutation(async ({ ctx, input }) => ({ vouchers: await issueVouchersTo(ctx.desk, input) }));

/** Begins a job that makes codes which nobody holds yet. */
const generate = staffProcedure
  .input(
    z.object({
      templateId: id,
      quantity: count.min(1, "At least one.").max(100_000, "At most 100,000 at once."),
      startDate: maybe(day),
      endDate: maybe(day),
    }),
  )
  .mutation(({ ctx, input }) => generateCodes(ctx.desk, input));

export const catalogue = router({
  rewards,
  voucherTemplates,
  promoCodes,
  issueVouchers,
  generateCodes: generate,
});
