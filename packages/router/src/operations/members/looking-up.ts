import { z } from "zod";
import type { OperationMeta } from "../../meta.ts";
import { MemberMembership, MemberUser } from "../../wire/members/member.ts";

/** Settings that the look-ups of members share. Interface 2, sections 1 and 5. */
export const lookUp = {
  scope: "members",
  failureText: "plain",
  failures: { invalid_data: "__all__", too_many_attempts: "__all__" },
} as const satisfies OperationMeta;

/** A member in full. */
export const MemberDetails = z.object({
  membership: MemberMembership,
  user: MemberUser,
  tags: z.array(z.string()).describe("The tags that the merchant gave the member."),
});
