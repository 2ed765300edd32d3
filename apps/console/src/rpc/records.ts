import { TRPCClientError } from "@trpc/client";
import { cache } from "react";
import { nameOf } from "./customer-name.ts";
import { failureOf } from "./failure.ts";
import { readForPage } from "./read-for-page.ts";
import { callApi, readDesk } from "./server.ts";

type Api = Awaited<ReturnType<typeof callApi>>;

/**
 * The kinds of records with a page of their own. `unknown` is the refusal's code for a record that does not
 * exist, and `nameOf` reads a record's name.
 */
const kinds = {
  customers: {
    unknown: "invalid_user",
    nameOf: async ({ staff }: Api, customerId: number) =>
      nameOf((await staff.customers.get.query({ customerId })).customer) || `#${customerId}`,
  },
  redemptions: {
    unknown: "redemption_not_found",
    nameOf: async ({ staff }: Api, redemptionId: number) =>
      `${(await staff.redemptions.get.query({ redemptionId })).name} #${redemptionId}`,
  },
  sales: {
    unknown: "transaction_not_found",
    nameOf: async ({ staff }: Api, saleId: number) =>
      (await staff.sales.get.query({ saleId })).invoiceNumber ?? `#${saleId}`,
  },
  bookings: {
    unknown: "booking_not_found",
    nameOf: async ({ staff }: Api, id: number) => {
      const { customer, user } = await staff.bookings.get.query({ id });
      return `${customer?.name || user} #${id}`;
    },
  },
  vouchers: {
    unknown: "invalid_voucher",
    nameOf: async ({ staff }: Api, voucherId: number) =>
      (await staff.vouchers.get.query({ voucherId })).name,
  },
  rewards: {
    unknown: "invalid_reward",
    nameOf: async ({ staff }: Api, id: number) =>
      (await staff.catalogue.rewards.get.query({ id })).name,
  },
  voucherTemplates: {
    unknown: "invalid_voucher_template",
    nameOf: async ({ staff }: Api, id: number) =>
      (await staff.catalogue.voucherTemplates.get.query({ id })).name,
  },
  promoCodes: {
    unknown: "invalid_promo_code",
    nameOf: async ({ staff }: Api, id: number) =>
      (await staff.catalogue.promoCodes.get.query({ id })).code,
  },
} as const;

export type RecordKind = keyof typeof kinds;

/** Returns the refusal's code for a record that does not exist. */
export const unknownRecord = (kind: RecordKind) => kinds[kind].unknown;

/**
 * Returns the name of a record. `missing` if there is no record with this id. Null if nobody is signed in, if
 * the person must set up a second factor first, or if the read failed or took too long. After a failed read,
 * the browser reads the record, and shows the error.
 */
export const readName = cache(
  async (kind: RecordKind, id: string): Promise<{ name: string } | "missing" | null> => {
    if (!/^[1-9][0-9]{0,14}$/.test(id)) return "missing";
    const me = await readDesk().catch(() => null);
    if (!me || me === "enrol") return null;
    const api = await callApi(String(me.merchant.id), readForPage);
    try {
      return { name: await kinds[kind].nameOf(api, Number(id)) };
    } catch (error) {
      const isUnknown =
        error instanceof TRPCClientError && failureOf(error).code === kinds[kind].unknown;
      return isUnknown ? "missing" : null;
    }
  },
);
