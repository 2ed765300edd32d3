import {
  changeMember,
  inviteStaff,
  listStaff,
  removeMember,
  resetSecondFactor,
  revokeInvitation,
  type Member as StaffMember,
} from "@stampbook/core/access";
import { z } from "zod";
import { guardedProcedure, router, staffProcedure } from "../../trpc.ts";
import { role, rowId, storeIds, words } from "../fields.ts";
import { CsvPart, screenWords, showCsv } from "../lists/csv.ts";
import { listOf } from "../shown/named.ts";

const Member = z.object({
  role,
  /** Empty means every store. */
  stores: storeIds,
});

const ShownStaff = z.object({
  members: listOf(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      role,
      stores: listOf(z.int()),
      hasSecondFactor: z.boolean(),
      lastSeenAt: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
  invitations: listOf(
    z.object({
      id: z.string(),
      email: z.string(),
      role,
      stores: listOf(z.int()),
      createdAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  hasMail: z.boolean(),
});

/**
 * Invites a person by mail. If no mail is set up, the link is returned to the inviting owner. Otherwise only
 * the mail contains it.
 */
const invite = guardedProcedure("owner")
  .meta({ large: true })
  .input(Member.extend({ email: words() }))
  .output(z.object({ id: z.string(), link: z.string().nullable() }))
  .mutation(async ({ ctx, input }) => {
    // browsers do not send the part after the # to a server, so no access log and no Referer contains the
    // secret
    const linkTo = (secret: string) => `${ctx.consoleUrl}/invitation#secret=${secret}`;
    const { id, link } = await inviteStaff(ctx.desk, { ...input, hasMail: ctx.hasMail, linkTo });
    return { id, link: ctx.hasMail ? null : link };
  });

/** All staff in one file, because a merchant's staff fit on one page. */
const csv = staffProcedure("owner")
  .input(z.object({ words: screenWords }).default({ words: {} }))
  .output(CsvPart)
  .query(async ({ ctx, input }) => {
    const { members } = await listStaff(ctx.desk);
    return showCsv(
      ctx.desk,
      { items: members, next: null },
      { cursor: null, ...input },
      {
        name: (row: StaffMember) => row.name,
        email: (row) => row.email,
        role: (row, say) => say.word("role", row.role),
        stores: (row, say) => say.stores(row.stores),
        second_factor: (row, say) => say.word("is", row.hasSecondFactor),
        last_seen: (row, say) => say.time(row.lastSeenAt),
        since: (row, say) => say.time(row.createdAt),
        time_zone: (_, say) => say.zone(),
      },
    );
  });

export const staffSettings = router({
  list: staffProcedure("owner")
    .output(ShownStaff)
    .query(async ({ ctx }) => ({
      ...(await listStaff(ctx.desk)),
      hasMail: ctx.hasMail,
    })),
  csv,
  invite,
  revokeInvitation: staffProcedure("owner")
    .input(z.object({ id: rowId }))
    .output(z.void())
    .mutation(({ ctx, input }) => revokeInvitation(ctx.desk, input.id)),
  change: guardedProcedure("owner")
    .meta({ large: true })
    .input(Member.extend({ userId: rowId }))
    .output(z.void())
    .mutation(({ ctx, input }) => changeMember(ctx.desk, { ...input, hasMail: ctx.hasMail })),
  resetSecondFactor: guardedProcedure("owner")
    .input(z.object({ userId: rowId }))
    .output(z.void())
    .mutation(({ ctx, input }) =>
      resetSecondFactor(ctx.desk, { userId: input.userId, hasMail: ctx.hasMail }),
    ),
  remove: staffProcedure("owner")
    .input(z.object({ userId: rowId }))
    .output(z.void())
    .mutation(({ ctx, input }) => removeMember(ctx.desk, input.userId)),
});
