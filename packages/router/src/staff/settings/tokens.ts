import { endToken, listTokens, mintToken, scopes } from "@stampbook/core/access";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { day, id, maybe, words } from "../fields.ts";

const Token = z.object({
  name: words(),
  scopes: z.array(z.enum(scopes as [string, ...string[]])).min(1, "Choose what it may do."),
  /** Null: every store. */
  stores: z
    .array(id)
    .max(1_000)
    .nullish()
    .transform((stores) => (stores?.length ? stores : null)),
  /** It works through the end of this day. */
  lastDay: maybe(day),
});

export const tokens = router({
  list: staffProcedure.query(({ ctx }) => listTokens(ctx.desk, ctx.desk.caller.merchant.id)),
  /** The secret is told this once. */
  issue: staffProcedure
    .input(Token)
    .mutation(({ ctx, input: { lastDay, ...token } }) =>
      mintToken(ctx.desk, { ...token, end: lastDay === null ? null : { on: lastDay } }),
    ),
  revoke: staffProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => endToken(ctx.desk, input.id)),
});
