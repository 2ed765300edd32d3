import * as sales from "@stampbook/core/sales";
import * as sample from "../../document/sample.ts";
import type { OperationMeta } from "../../meta.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import {
  presentSale,
  presentSaleBrief,
  SaleAnswer,
  SaleAnswerBrief,
} from "../../wire/sale/sale.ts";
import { readSale, SaleSent } from "../../wire/sale/sale-fields.ts";
import { withoutAbsent } from "../../without-absent.ts";

const meta = {
  scope: "transactions",
  idempotent: true,
  large: true,
  failureErrors: "list",
  failures: {
    invalid_store: "store",
    invalid_user: "user",
    duplicate_invoice_number: "invoice_number",
  },
} as const satisfies OperationMeta;

/** Records a sale, which earns stamps. Interface T1. */
export const add = operation
  .meta({
    ...meta,
    replays: [replay(sales.keptSale, presentSale)],
    summary: "Records a sale, which earns its customer stamps (T1)",
    example: {
      body: sample.sale,
      answer: {
        transaction: { ...sample.transaction, number_of_people: 1, discount: null },
        customer: { ...sample.earner, mobile_phone: "+6281239871234" },
      },
    },
    rest: { path: "/api/v2/transactions/add", operationId: "addSale" },
  })
  .input(SaleSent)
  .output(SaleAnswer)
  .mutation(async ({ ctx, input }) =>
    presentSale(
      await sales.addSale(ctx.coreFor(withoutAbsent(input, ["replace_canceled"])), readSale(input)),
    ),
  );

/** Like `add`, with a shorter answer. Interface T2. */
export const addBrief = operation
  .meta({
    ...meta,
    replays: [replay(sales.keptSale, presentSaleBrief)],
    summary: "Records a sale, with a shorter answer (T2)",
    example: {
      body: { ...sample.sale, invoice_number: "INV-5", employee_code: "E7" },
      answer: { transaction: sample.transaction, customer: sample.earner },
    },
    rest: { path: "/api/transactions/add", operationId: "addSaleBrief" },
  })
  .input(SaleSent)
  .output(SaleAnswerBrief)
  .mutation(async ({ ctx, input }) =>
    presentSaleBrief(
      await sales.addSale(ctx.coreFor(withoutAbsent(input, ["replace_canceled"])), readSale(input)),
    ),
  );
