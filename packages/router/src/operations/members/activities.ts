import * as members from "@stampbook/core/members";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import type { OperationMeta } from "../../meta.ts";
import { operation } from "../../trpc.ts";
import { id, userRef } from "../../wire/fields.ts";
import { Activity } from "../../wire/members/activity.ts";
import { presentActivity } from "../../wire/members/present-activity.ts";
import { optional, required } from "../../wire/reading.ts";

const meta = {
  scope: "members",
  failures: { invalid_user: "user", too_many_attempts: "user" },
  example: {
    after: "transactions.add",
    body: sample.someone,
    answer: {
      activities: [
        {
          id: 7181222400000001,
          type: 0,
          created: 1795305600,
          notes: "",
          merchant: { id: 1, name: "My Merchant" },
          store: { name: "TK5Z", display_name: "Kopi Kemang" },
          transaction: {
            stamps: 9,
            name: "Transaction #1",
            status: 1,
            invoice_number: "INV-4",
            channel: null,
          },
        },
        {
          id: 5877662402250000,
          type: 9,
          created: 1469415600,
          notes: "",
          merchant: { id: 1, name: "My Merchant" },
        },
      ],
    },
  },
} as const satisfies OperationMeta;

const input = z.object({
  user: required(userRef),
  older_than: optional(id).describe("The id of the last activity of the page before."),
});

const Activities = z.object({
  activities: z.array(Activity).describe("The activities, the newest first, at most 20."),
});

/** A customer's history, 20 activities at a time. Interface M17. */
export const activities = operation
  .meta({
    ...meta,
    summary: "Lists what happened to a customer, the newest first (M17)",
    rest: { path: "/api/v3/activities", operationId: "listActivities", methods: ["GET"] },
  })
  .input(input)
  .output(Activities)
  .query(async ({ ctx, input: { user, older_than: before } }) => {
    const found = await members.listActivities(ctx.coreFor({ user }), user, before);
    return { activities: found.map((each) => presentActivity(each, ctx.merchant)) };
  });

/** The same on the path for merchants with a group, because a merchant is a group of its own. */
export const activitiesByMerchantGroup = operation
  .meta({
    ...meta,
    summary: "The same as M17, on the path for groups of merchants (M17)",
    rest: {
      path: "/api/v3/activities/by-merchant-group",
      operationId: "listActivitiesOfGroup",
      methods: ["GET"],
    },
  })
  .input(input)
  .output(Activities)
  .query(async ({ ctx, input: { user, older_than: before } }) => {
    const found = await members.listActivities(ctx.coreFor({ user }), user, before);
    return { activities: found.map((each) => presentActivity(each, ctx.merchant)) };
  });
