import {
  changeMember,
  inviteStaff,
  listStaff,
  removeMember,
  revokeInvitation,
  type Member as StaffMember,
} from "@stampbook/core/access";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { showCsv } from "../csv.ts";
import { id, words } from "../fields.ts";

const Member = z.object({
  role: z.enum(["owner", "manager", "cashier"]),
  /** Empty: every store. */
  stores: z.array(id).max(1_000),
});
const userId = z.string().min(1).max(64);

/** Asks somebody by mail; the link goes nowhere else. */
const invite = staffProcedure
  .input(Member.extend({ email: words() }))
  .mutation(({ ctx, input }) => {
    const linkTo = (secret: string) => `${ctx.consoleUrl}/invitation?secret=${secret}`;
    return inviteStaff(ctx.desk, { ...input, linkTo });
  });

/** Whoever works here, whole: a merchant's staff are no more than fit on a page. */
const csv = staffProcedure.query(async ({ ctx }) => {
  const { members } = await listStaff(ctx.desk);
  return showCsv({ items: members, next: null }, true, {
    name: (row: StaffMember) => row.name,
    email: (row) => row.email,
    role: (row) => row.role,
    stores: (row) => row.stores.join(" "),
    second_factor: (row) => row.hasSecondFactor,
    last_seen: (row) => row.lastSeenAt,
    since: (row) => row.createdAt,
  });
});

export const staffSettings = router({
  list: staffProcedure.query(({ ctx }) => listStaff(ctx.desk)),
  csv,
  invite,
  revokeInvitation: staffProcedure
    .input(z.object({ id: z.string().min(1).max(64) }))
    .mutation(({ ctx, input }) => revokeInvitation(ctx.desk, input.id)),
  change: staffProcedure
    .input(Member.extend({ userId }))
    .mutation(({ ctx, input }) => changeMember(ctx.desk, input)),
  remove: staffProcedure
    .input(z.object({ userId }))
    .mutation(({ ctx, input }) => removeMember(ctx.desk, input.userId)),
});
