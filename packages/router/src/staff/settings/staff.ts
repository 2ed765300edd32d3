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
import { router, staffProcedure } from "../../trpc.ts";
import { screenWords, showCsv } from "../csv.ts";
import { rowId, storeIds, words } from "../fields.ts";

const Member = z.object({
  role: z.enum(["owner", "manager", "cashier"]),
  /** Empty means every store. */
  stores: storeIds,
});

/**
 * Invites a person by mail. If no mail is set up, the link is returned to the inviting owner; otherwise
 * nobody else gets it.
 */
const invite = staffProcedure("owner")
  .input(Member.extend({ email: words() }))
  .mutation(async ({ ctx, input }) => {
    // after the #, because browsers do not send it to a server, so no access log and no Referer
    // contains it
    const linkTo = (secret: string) => `${ctx.consoleUrl}/invitation#secret=${secret}`;
    const { id, link } = await inviteStaff(ctx.desk, { ...input, linkTo });
    return { id, link: ctx.hasMail ? null : link };
  });

/** All staff in one file, because a merchant's staff fit on one page. */
const csv = staffProcedure("owner")
  .input(z.object({ words: screenWords }).default({ words: {} }))
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
  list: staffProcedure("owner").query(async ({ ctx }) => ({
    ...(await listStaff(ctx.desk)),
    hasMail: ctx.hasMail,
  })),
  csv,
  invite,
  revokeInvitation: staffProcedure("owner")
    .input(z.object({ id: rowId }))
    .mutation(({ ctx, input }) => revokeInvitation(ctx.desk, input.id)),
  change: staffProcedure("owner")
    .input(Member.extend({ userId: rowId }))
    .mutation(({ ctx, input }) => changeMember(ctx.desk, input)),
  resetSecondFactor: staffProcedure("owner")
    .input(z.object({ userId: rowId }))
    .mutation(({ ctx, input }) =>
      resetSecondFactor(ctx.desk, { userId: input.userId, hasMail: ctx.hasMail }),
    ),
  remove: staffProcedure("owner")
    .input(z.object({ userId: rowId }))
    .mutation(({ ctx, input }) => removeMember(ctx.desk, input.userId)),
});
