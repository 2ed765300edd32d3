import {
  endToken,
  listTokens,
  mintToken,
  scopes,
  type Token as TokenSeen,
} from "@stampbook/core/access";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { showCsv } from "../csv.ts";
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

/** Every token, whole, and never a secret. */
const csv = staffProcedure.query(async ({ ctx }) => {
  const items = await listTokens(ctx.desk, ctx.desk.caller.merchant.id);
  return showCsv({ items, next: null }, true, {
    id: (row: TokenSeen) => row.id,
    name: (row) => row.name,
    prefix: (row) => row.prefix,
    scopes: (row) => row.scopes.join(" "),
    stores: (row) => row.stores?.join(" ") ?? null,
    state: (row) => row.state,
    last_used: (row) => row.lastUsedAt,
    expires: (row) => row.expiresAt,
    revoked: (row) => row.revokedAt,
    created: (row) => row.createdAt,
  });
});

export const tokens = router({
  list: staffProcedure.query(({ ctx }) => listTokens(ctx.desk, ctx.desk.caller.merchant.id)),
  csv,
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
