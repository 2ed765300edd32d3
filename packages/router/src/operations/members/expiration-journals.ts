import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { day } from "../../wire/bookings/booking.ts";
import { userRef } from "../../wire/fields.ts";
import { ExpirationJournal, presentJournal } from "../../wire/members/expiration-journal.ts";
import { optional, required } from "../../wire/reading.ts";

/** Lists the stamps that a member will lose, and when. Interface S5. */
export const expirationJournals = operation
  .meta({
    scope: "members",
    failures: { invalid_user: "user" },
    summary: "Lists the stamps that a member will lose, and when (S5)",
    example: { body: sample.someone, answer: { expiration_journals: [] } },
    rest: {
      path: "/api/v2/expiration-journals",
      operationId: "listExpiringStamps",
      methods: ["GET"],
    },
  })
  .input(
    z.object({
      user: required(userRef),
      minimum_expiration_date: optional(day).describe("Leaves out what expires before this day."),
    }),
  )
  .output(
    z.object({
      expiration_journals: z
        .array(ExpirationJournal)
        .describe("The stamps that will expire, by day."),
    }),
  )
  .query(async ({ ctx, input }) => {
    const { user, minimum_expiration_date: from } = input;
    const found = await members.listExpiringStamps(ctx.coreFor(input), user, from);
    return { expiration_journals: found.map(presentJournal) };
  });
