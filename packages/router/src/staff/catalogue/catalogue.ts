import {
  getPromoCode,
  getReward,
  getVoucherTemplate,
  listPromoCodes,
  listRewards,
  listVoucherTemplates,
  savePromoCode,
  saveReward,
  saveVoucherTemplate,
} from "@stampbook/core/catalogue";
import { mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import { deskProcedure, router, staffProcedure } from "../../trpc.ts";
import {
  amount,
  day,
  id,
  limits,
  line,
  maybe,
  newCode,
  prose,
  timeOfDay,
  whole,
  words,
} from "../fields.ts";
import { listing } from "../lists/listing.ts";
import { byId } from "../lists/paging.ts";
import { ShownPromoCode, ShownReward, ShownVoucherTemplate } from "../shown/catalogue.ts";
import { ShownId } from "../shown/named.ts";
import { generate, issueVouchers } from "./issuing.ts";

const Filter = z.object({
  text: line().default(""),
  isActive: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
  ...byId,
});
const One = z.object({ id });

/** All fields of a reward. The console sends them together. A missing optional field gets its default. */
const Reward = z.object({
  code: newCode,
  name: words(),
  kind: z.enum(["fixed", "flexible"]),
  stampsToRedeem: whole(0, mostOf.stamps),
  voucherTemplateId: maybe(id),
  isActive: z.boolean(),
  isVisible: z.boolean().default(true),
  description: prose(mostOf.description).default(""),
  terms: prose(mostOf.termsAndConditions).default(""),
  imageUrl: prose(mostOf.pictureUrl).default(""),
  landscapeUrl: prose(mostOf.pictureUrl).default(""),
  price: maybe(amount),
  startDate: maybe(day),
  endDate: maybe(day),
  ...limits,
});

const Template = z.object({
  name: words(),
  value: maybe(amount),
  isDynamic: z.boolean(),
  validityDays: maybe(whole(0, mostOf.validityDays)),
  pictureUrl: prose(mostOf.pictureUrl).default(""),
  shortDescription: prose(mostOf.shortDescription).default(""),
  description: prose(mostOf.description).default(""),
  instructions: prose(mostOf.instructions).default(""),
  termsAndConditions: prose(mostOf.termsAndConditions).default(""),
  ...limits,
});

const PromoCode = z.object({
  code: newCode,
  name: words(),
  description: prose(mostOf.description).default(""),
  isActive: z.boolean(),
  startDate: maybe(day),
  endDate: maybe(day),
  startTime: maybe(timeOfDay),
  endTime: maybe(timeOfDay),
  maxUses: maybe(whole(0, mostOf.count)),
  maxUsesPerCustomer: maybe(whole(0, mostOf.count)),
  ...limits,
});

const rewards = router({
  ...listing(deskProcedure("cashier"), {
    input: Filter,
    item: ShownReward,
    read: listRewards,
    columns: {
      id: (row) => row.id,
      code: (row) => row.code,
      name: (row) => row.name,
      kind: (row, say) => say.word("kind", row.kind),
      stamps: (row) => row.stampsToRedeem,
      voucher_template: (row) => row.voucherTemplateName,
      active: (row, say) => say.word("is", row.isActive),
      start_date: (row) => row.startDate,
      end_date: (row) => row.endDate,
      price: (row) => row.price,
      visible: (row, say) => say.word("is", row.isVisible),
    },
  }),
  get: deskProcedure("cashier")
    .input(One)
    .output(ShownReward)
    .query(({ ctx, input }) => getReward(ctx.desk, input.id)),
  create: staffProcedure("manager")
    .meta({ large: true })
    .input(Reward)
    .output(ShownId)
    .mutation(({ ctx, input }) => saveReward(ctx.desk, { id: null, fields: input })),
  update: staffProcedure("manager")
    .meta({ large: true })
    // an imported reward may have no code
    .input(Reward.extend({ id, code: line().normalize("NFC") }))
    .output(ShownId)
    .mutation(({ ctx, input: { id, ...fields } }) => saveReward(ctx.desk, { id, fields })),
});

const voucherTemplates = router({
  ...listing(deskProcedure("cashier"), {
    input: Filter,
    item: ShownVoucherTemplate,
    read: listVoucherTemplates,
    columns: {
      id: (row) => row.id,
      name: (row) => row.name,
      value: (row) => row.value,
      dynamic: (row, say) => say.word("is", row.isDynamic),
      validity_days: (row) => row.validityDays,
    },
  }),
  get: deskProcedure("cashier")
    .input(One)
    .output(ShownVoucherTemplate)
    .query(({ ctx, input }) => getVoucherTemplate(ctx.desk, input.id)),
  create: staffProcedure("manager")
    .meta({ large: true })
    .input(Template)
    .output(ShownId)
    .mutation(({ ctx, input }) => saveVoucherTemplate(ctx.desk, { id: null, fields: input })),
  update: staffProcedure("manager")
    .meta({ large: true })
    .input(Template.extend({ id }))
    .output(ShownId)
    .mutation(({ ctx, input: { id, ...fields } }) => saveVoucherTemplate(ctx.desk, { id, fields })),
});

const promoCodes = router({
  ...listing(deskProcedure("cashier"), {
    input: Filter,
    item: ShownPromoCode,
    read: listPromoCodes,
    columns: {
      id: (row) => row.id,
      code: (row) => row.code,
      name: (row) => row.name,
      active: (row, say) => say.word("is", row.isActive),
      uses: (row) => row.uses,
      max_uses: (row) => row.maxUses,
      max_uses_per_customer: (row) => row.maxUsesPerCustomer,
      start_date: (row) => row.startDate,
      end_date: (row) => row.endDate,
    },
  }),
  get: deskProcedure("cashier")
    .input(One)
    .output(ShownPromoCode)
    .query(({ ctx, input }) => getPromoCode(ctx.desk, input.id)),
  create: staffProcedure("manager")
    .meta({ large: true })
    .input(PromoCode)
    .output(ShownId)
    .mutation(({ ctx, input }) => savePromoCode(ctx.desk, { id: null, fields: input })),
  update: staffProcedure("manager")
    .meta({ large: true })
    .input(PromoCode.extend({ id }))
    .output(ShownId)
    .mutation(({ ctx, input: { id, ...fields } }) => savePromoCode(ctx.desk, { id, fields })),
});

export const catalogue = router({
  rewards,
  voucherTemplates,
  promoCodes,
  issueVouchers,
  generateCodes: generate,
});
