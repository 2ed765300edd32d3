import {
  changeMember,
  inviteStaff,
  listStaff,
  removeMember,
  revokeInvitation,
} from "@stampbook/core/access";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
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

export const staffSettings = router({
  list: staffProcedure.query(({ ctx }) => listStaff(ctx.desk)),
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
