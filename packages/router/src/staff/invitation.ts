import {
  acceptInvitation,
  countStaffRequest,
  getInvitation,
  needsOf,
  networkOf,
  unknownLink,
} from "@stampbook/core/access";
import { Failure } from "@stampbook/core/failures";
import { Secret } from "@stampbook/core/secret";
import { z } from "zod";
import type { Context } from "../context.ts";
import { countedStaffProcedure, router } from "../trpc.ts";
import { line, role } from "./fields.ts";

const secret = z.string().min(1, unknownLink).max(255);

/** Calls per minute from one network. More are guesses, because nobody has that many links. */
const rate = { max: 30, window: 60 };

async function slowDown({ core, address }: Context) {
  const key = `invitation ${networkOf(address)}`;
  const { allowed, retryAfter } = await countStaffRequest(core, key, rate);
  if (allowed) return;
  throw new Failure({
    code: "too_many_attempts",
    message: `Too many attempts, try again in ${retryAfter} second(s)`,
    retryAfter: retryAfter ?? 1,
  });
}

/**
 * The invitation behind a link: who invites whom, whether the person chooses a name and a password, and whether
 * they must first sign in to the account with the address.
 */
const get = countedStaffProcedure(slowDown)
  .meta({ open: true })
  .input(z.object({ secret }))
  .output(
    z.object({
      merchant: z.string(),
      email: z.string(),
      role,
      needsDetails: z.boolean(),
      needsSignIn: z.boolean(),
    }),
  )
  .query(async ({ ctx, input }) => {
    const invitation = await getInvitation(ctx.core, input.secret);
    const { merchant, email, role, account } = invitation;
    const { details, session } = needsOf(invitation);
    const needsSignIn = session && (await ctx.person()) !== account?.userId;
    return { merchant: merchant.name, email, role, needsDetails: details, needsSignIn };
  });

/** Accepts the invitation. A person who was not signed in signs in afterwards. */
const accept = countedStaffProcedure(slowDown)
  .meta({ open: true })
  .input(z.object({ secret, name: line().default(""), password: z.string().max(255).default("") }))
  .output(z.object({ email: z.string(), merchantId: z.int() }))
  .mutation(async ({ ctx, input }) => {
    const password = new Secret(input.password);
    const { email, merchantId } = await acceptInvitation(
      {
        ...ctx.core,
        hasMail: ctx.hasMail,
        origin: {
          address: ctx.address,
          userAgent: ctx.userAgent,
          procedure: "staff.invitation.accept",
        },
      },
      { ...input, password, sessionUserId: await ctx.person() },
    );
    return { email, merchantId };
  });

export const invitation = router({ get, accept });
