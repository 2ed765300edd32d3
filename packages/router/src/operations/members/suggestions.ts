import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { searchText } from "../../wire/fields.ts";
import { MemberSuggestion, presentSuggestion } from "../../wire/members/member.ts";
import { required } from "../../wire/reading.ts";
import { lookUp } from "./looking-up.ts";

/** Suggests members for a text that is being typed. Interface M4. */
export const suggestions = operation
  .meta({
    ...lookUp,
    failures: { too_many_attempts: "__all__" },
    summary: "Suggests members for the beginning of a name, number, email or Member ID (M4)",
    example: {
      body: { query: "m0001" },
      answer: { suggestions: [{ ...sample.flatMember, membership: "Blue", member_id: "M0001" }] },
    },
    rest: { path: "/api/memberships/suggestions", operationId: "suggestMembers", methods: ["GET"] },
  })
  .input(
    z.object({
      query: required(searchText).describe(
        "The beginning of a Member ID, phone, email, name or last name.",
      ),
    }),
  )
  .output(
    z.object({ suggestions: z.array(MemberSuggestion).describe("The members, at most ten.") }),
  )
  .query(async ({ ctx, input }) => {
    const found = await members.suggestMembers(ctx.coreFor(input), input.query);
    return { suggestions: found.map(presentSuggestion) };
  });
