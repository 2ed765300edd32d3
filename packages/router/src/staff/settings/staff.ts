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
  /** Empty: every store. */
  stores: storeIds,
});

/** Asks somebody by mail. The link goes nowhere else, except to whoever asks where no mail goes out. */
const invite = staffProcedure
  .input(Member.extend({ email: words() }))
  .mutation(async ({ ctx, input }) => {
    // behind the #: browsers send it to no server, so no access log and no Referer has it
    const linkTo = (secret: string) => `${ctx.consoleUrl}/invitation#secret=${secret}`;
    const { id, link } = await inviteStaff(ctx.desk, { ...input, linkTo });
    return { id, link: ctx.hasMail ? null : link };
  });

/** Whoever works here, whole: a merchant's staff are no more than fit on a page. */
const csv = staffProcedure
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
  list: staffProcedure.query(async ({ ctx }) => ({
    ...(await listStaff(ctx.desk)),
    hasMail: ctx.hasMail,
  })),
  csv,
  invite,
  revokeInvitation: staffProcedure
    .input(z.object({ id: rowId }))
    .mutation(({ ctx, input }) => revokeInvitation(ctx.desk, input.id)),
  change: staffProcedure
    .input(Member.extend({ userId: rowId }))
    .mutation(({ ctx, input }) => changeMember(ctx.desk, input)),
  resetSecondFactor: staffProcedure
    .input(z.object({ userId: rowId }))
    .mutation(({ ctx, input }) =>
      resetSecondFactor(ctx.desk, { userId: input.userId, hasMail: ctx.hasMail }),
    ),
  remove: staffProcedure
    .input(z.object({ userId: rowId }))
    .mutation(({ ctx, input }) => removeMember(ctx.desk, input.userId)),
});
