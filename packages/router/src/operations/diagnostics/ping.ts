import { z } from "zod";
import { operation } from "../../trpc.ts";

/** Returns the caller's merchant, to check an account. Interface, diagnostic group. */
export const ping = operation
  .meta({
    summary: "Tells whose token it is: an account check (D1)",
    example: {
      body: {},
      answer: { pong: { merchant: "My Merchant", merchant_id: 1 } },
    },
    rest: { path: "/api/ping", operationId: "ping" },
    role: "cashier",
    byPin: true,
  })
  .input(z.object({}).optional())
  .output(
    z.object({
      pong: z
        .object({
          merchant: z.string().describe("The name of the merchant."),
          merchant_id: z.int().describe("The id of the merchant."),
        })
        .describe("Whose token it is."),
    }),
  )
  .query(({ ctx, input }) => {
    const { merchant } = ctx.coreFor(input).caller;
    return { pong: { merchant: merchant.name, merchant_id: merchant.id } };
  });
