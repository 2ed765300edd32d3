import { mostOf } from "@stampbook/core/limits";
import type { Moved } from "@stampbook/core/moving";
import { z } from "zod";
import {
  amount,
  channels,
  code,
  day,
  endsBeforeItStarts,
  expects,
  extraData,
  flag,
  id,
  inOrder,
  maybe,
  oneOf,
  smallWhole,
  storeIds,
  text,
  time,
  whole,
  words,
} from "./fields.ts";

const templateSchema = z.strictObject(
  {
    id,
    name: words(mostOf.name),
    value: maybe(amount),
    is_dynamic: flag.default(false),
    validity_days: maybe(whole(0, mostOf.validityDays)),
    picture_url: maybe(text(mostOf.pictureUrl)),
    short_description: text(mostOf.shortDescription).default(""),
    description: text(mostOf.description).default(""),
    instructions: text(mostOf.instructions).default(""),
    terms_and_conditions: text(mostOf.termsAndConditions).default(""),
    extra_data: extraData,
    stores: storeIds,
    channels,
  },
  expects("an object"),
);

/** Voucher templates in an import file: their schema, and the conversion to rows and back. */
export const voucherTemplates = {
  schema: templateSchema,
  toRow: (wire: z.output<typeof templateSchema>): Moved["voucherTemplates"] => ({
    id: wire.id,
    name: wire.name,
    value: wire.value,
    isDynamic: wire.is_dynamic,
    validityDays: wire.validity_days,
    pictureUrl: wire.picture_url ?? "",
    shortDescription: wire.short_description,
    description: wire.description,
    instructions: wire.instructions,
    termsAndConditions: wire.terms_and_conditions,
    extraData: wire.extra_data,
    stores: wire.stores,
    channels: wire.channels,
  }),
  present: (row: Moved["voucherTemplates"]) => ({
    id: row.id,
    name: row.name,
    value: row.value,
    is_dynamic: row.isDynamic,
    validity_days: row.validityDays,
    picture_url: row.pictureUrl,
    short_description: row.shortDescription,
    description: row.description,
    instructions: row.instructions,
    terms_and_conditions: row.termsAndConditions,
    extra_data: row.extraData,
    stores: row.stores,
    channels: row.channels,
  }),
};

const rewardSchema = z
  .strictObject(
    {
      id,
      // the code by which a till redeems the reward; empty if the reward has none
      code: z.union([z.literal(""), code]).default(""),
      name: words(mostOf.name),
      kind: oneOf(["fixed", "flexible"]).default("fixed"),
      stamps_to_redeem: whole(0, mostOf.stamps).default(0),
      voucher_template: maybe(id),
      description: text(mostOf.description).default(""),
      terms: text(mostOf.termsAndConditions).default(""),
      image_url: maybe(text(mostOf.pictureUrl)),
      landscape_url: maybe(text(mostOf.pictureUrl)),
      price: maybe(amount),
      is_visible: flag.default(true),
      extra_data: extraData,
      is_active: flag.default(true),
      start_date: maybe(day),
      end_date: maybe(day),
      stores: storeIds,
      channels,
    },
    expects("an object"),
  )
  .refine(inOrder, endsBeforeItStarts);

/** Rewards in an import file. Flexible rewards are stored with a cost of 0 stamps. */
export const rewards = {
  schema: rewardSchema,
  toRow: (wire: z.output<typeof rewardSchema>): Moved["rewards"] => ({
    id: wire.id,
    code: wire.code,
    name: wire.name,
    kind: wire.kind,
    // the caller names the cost of a flexible reward at each redemption
    stampsToRedeem: wire.kind === "flexible" ? 0 : wire.stamps_to_redeem,
    voucherTemplateId: wire.voucher_template,
    description: wire.description,
    terms: wire.terms,
    imageUrl: wire.image_url ?? "",
    landscapeUrl: wire.landscape_url ?? "",
    price: wire.price,
    isVisible: wire.is_visible,
    extraData: wire.extra_data,
    isActive: wire.is_active,
    startDate: wire.start_date,
    endDate: wire.end_date,
    stores: wire.stores,
    channels: wire.channels,
  }),
  present: (row: Moved["rewards"]) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    stamps_to_redeem: row.stampsToRedeem,
    voucher_template: row.voucherTemplateId,
    description: row.description,
    terms: row.terms,
    image_url: row.imageUrl,
    landscape_url: row.landscapeUrl,
    price: row.price,
    is_visible: row.isVisible,
    extra_data: row.extraData,
    is_active: row.isActive,
    start_date: row.startDate,
    end_date: row.endDate,
    stores: row.stores,
    channels: row.channels,
  }),
};

const promoCodeSchema = z
  .strictObject(
    {
      id,
      code,
      name: words(mostOf.name),
      description: text(mostOf.description).default(""),
      is_active: flag.default(true),
      start_date: maybe(day),
      end_date: maybe(day),
      start_time: maybe(time),
      end_time: maybe(time),
      max_uses: maybe(smallWhole(0)),
      max_uses_per_customer: maybe(smallWhole(0)),
      stores: storeIds,
      channels,
      extra_data: extraData,
    },
    expects("an object"),
  )
  .refine(inOrder, endsBeforeItStarts);

/** Promo codes in an import file: codes that many customers can use. */
export const promoCodes = {
  schema: promoCodeSchema,
  toRow: (wire: z.output<typeof promoCodeSchema>): Moved["promoCodes"] => ({
    id: wire.id,
    code: wire.code,
    name: wire.name,
    description: wire.description,
    isActive: wire.is_active,
    startDate: wire.start_date,
    endDate: wire.end_date,
    startTime: wire.start_time,
    endTime: wire.end_time,
    maxUses: wire.max_uses,
    maxUsesPerCustomer: wire.max_uses_per_customer,
    stores: wire.stores,
    channels: wire.channels,
    extraData: wire.extra_data,
  }),
  present: (row: Moved["promoCodes"]) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    is_active: row.isActive,
    start_date: row.startDate,
    end_date: row.endDate,
    start_time: row.startTime,
    end_time: row.endTime,
    max_uses: row.maxUses,
    max_uses_per_customer: row.maxUsesPerCustomer,
    stores: row.stores,
    channels: row.channels,
    extra_data: row.extraData,
  }),
};
