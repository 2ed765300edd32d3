import { getCustomersVoucher } from "@stampbook/core/history";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { code } from "../../wire/fields.ts";
import { optional, type Reader, required } from "../../wire/reading.ts";
import {
  CustomersVoucher,
  presentCustomersVoucher,
} from "../../wire/redemptions/customers-voucher.ts";
import { given } from "../redemptions/given.ts";

const imageSize: Reader<null, number | string> = {
  described: {
    anyOf: [{ type: "integer" }, { type: "string" }],
    description: "Accepted, and has no effect: a template has one picture.",
  },
  read: () => null,
};

/** One voucher of a customer. Interface C7. */
export const details = operation
  .meta({
    summary: "Shows a voucher of a customer, also if it is redeemed (C7)",
    example: {
      body: { ...sample.someone, code: "KAYA0025" },
      answer: {
        ...sample.birthdayBun,
        id: 25,
        code: "KAYA0025",
        notes: "",
        start_date: "2026-01-01",
        end_date: "2027-12-31",
        state: "open",
        redeemed: null,
        value_entries: [],
      },
    },
    scope: "vouchers",
    failures: {
      invalid_user: "user",
      too_many_attempts: "code",
      invalid_voucher: "code",
      invalid_voucher_owner: "user",
    },
    rest: { path: "/api/vouchers/details", operationId: "voucherDetails", methods: ["GET"] },
  })
  .input(
    z.object({
      user: given.user,
      code: required(code).describe("The code, in any letter case."),
      image_size: optional(imageSize),
      landscape_image_size: optional(imageSize),
    }),
  )
  .output(CustomersVoucher)
  .query(async ({ ctx, input: { user, code } }) =>
    presentCustomersVoucher(
      await getCustomersVoucher(ctx.coreFor({ user, code }), { user, code }),
      ctx.merchant,
    ),
  );
