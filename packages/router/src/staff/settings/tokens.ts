import { endToken, listTokens, mintToken, type Token as TokenSeen } from "@stampbook/core/access";
import { scopes } from "@stampbook/core/scopes";
import { z } from "zod";
import { guardedProcedure, router, staffProcedure } from "../../trpc.ts";
import { day, id, maybe, storeIds, words } from "../fields.ts";
import { CsvPart, screenWords, showCsv } from "../lists/csv.ts";
import { listOf } from "../shown/named.ts";

const Token = z.object({
  name: words(),
  scopes: z.array(z.enum(scopes)).min(1, "Choose what it may do."),
  /** Null or empty means every store. */
  stores: storeIds.nullish().transform((stores) => (stores?.length ? stores : null)),
  /** The last day on which the token works. */
  lastDay: maybe(day),
});

/** A token without its secret. */
const ShownToken = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  scopes: listOf(z.enum(scopes)),
  stores: listOf(z.int()).nullable(),
  state: z.enum(["active", "expired", "revoked"]),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  createdAt: z.string(),
});

/** All tokens in one file, without their secrets. */
const csv = staffProcedure("owner")
  .input(z.object({ words: screenWords }).default({ words: {} }))
  .output(CsvPart)
  .query(async ({ ctx, input }) => {
    const items = await listTokens(ctx.desk, ctx.desk.caller.merchant.id);
    return showCsv(
      ctx.desk,
      { items, next: null },
      { cursor: null, ...input },
      {
        id: (row: TokenSeen) => row.id,
        name: (row) => row.name,
        prefix: (row) => row.prefix,
        scopes: (row, say) => row.scopes.map((scope) => say.word("scope", scope)).join(", "),
        stores: (row, say) => say.stores(row.stores),
        state: (row, say) => say.word("state", row.state),
        last_used: (row, say) => say.time(row.lastUsedAt),
        expires: (row, say) => say.time(row.expiresAt),
        revoked: (row, say) => say.time(row.revokedAt),
        created: (row, say) => say.time(row.createdAt),
        time_zone: (_, say) => say.zone(),
      },
    );
  });

export const tokens = router({
  list: staffProcedure("owner")
    .output(listOf(ShownToken))
    .query(({ ctx }) => listTokens(ctx.desk, ctx.desk.caller.merchant.id)),
  csv,
  /** The secret is shown only in this response. */
  issue: guardedProcedure("owner")
    .meta({ large: true })
    .input(Token)
    .output(ShownToken.extend({ secret: z.string() }))
    .mutation(({ ctx, input: { lastDay, ...token } }) =>
      mintToken(
        ctx.desk,
        { ...token, end: lastDay === null ? null : { lastDay } },
        { hasMail: ctx.hasMail },
      ),
    ),
  revoke: staffProcedure("owner")
    .input(z.object({ id }))
    .output(ShownToken)
    .mutation(({ ctx, input }) => endToken(ctx.desk, input.id)),
});
