import {
  acceptInvitation,
  countStaffRequest,
  getInvitation,
  unknownLink,
} from "@stampbook/core/access";
import { Failure } from "@stampbook/core/failures";
import { Secret } from "@stampbook/core/secret";
import { z } from "zod";
import type { Context } from "../context.ts";
import { countedStaffProcedure, router } from "../trpc.ts";
import { line, role } from "./fields.ts";

const secret = z.string().min(1, unknownLink).max(255);

/** Calls per minute from one address. More are guesses, because nobody has that many links. */
const rate = { max: 30, window: 60 };

async function slowDown({ core, address }: Context) {
  const { allowed, retryAfter } = await countStaffRequest(core, `invitation ${address}`, rate);
  if (allowed) return;
  throw new Failure({
    code: "too_many_attempts",
    message: `Too many attempts, try again in ${retryAfter} second(s)`,
    retryAfter: retryAfter ?? 1,
  });
}

/** The invitation behind a mail's link: who invites whom, and whether a name and a password are needed. */
const get = countedStaffProcedure(slowDown)
  .meta({ open: true })
  .input(z.object({ secret }))
  .output(z.object({ merchant: z.string(), email: z.string(), role, isKnown: z.boolean() }))
  .query(async ({ ctx, input }) => {
    const { merchant, email, role, knownUserId } = await getInvitation(ctx.core, input.secret);
    return { merchant: merchant.name, email, role, isKnown: knownUserId !== null };
  });

/** Accepts the invitation; the person signs in afterwards. */
const accept = countedStaffProcedure(slowDown)
  .meta({ open: true })
  .input(z.object({ secret, name: line().default(""), password: z.string().max(255).default("") }))
  .output(z.object({ email: z.string(), merchantId: z.int() }))
  .mutation(async ({ ctx, input }) => {
    const password = new Secret(input.password);
    const { email, merchantId } = await acceptInvitation(
      {
        ...ctx.core,
        origin: {
          address: ctx.address,
          userAgent: ctx.userAgent,
          procedure: "staff.invitation.accept",
        },
      },
      { ...input, password },
    );
    return { email, merchantId };
  });

export const invitation = router({ get, accept });
