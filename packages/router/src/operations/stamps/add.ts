import * as awards from "@stampbook/core/awards";
import { unknownMember } from "@stampbook/core/failures";
import { mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import type { OperationMeta } from "../../meta.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { flag, storeRef, text, userRef, wholeNumber } from "../../wire/fields.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";
import { day } from "../../wire/sale/day.ts";
import {
  AwardAnswer,
  MemberAward,
  presentAward,
  presentMemberAward,
} from "../../wire/stamps/award.ts";

const meta = { scope: "stamps", idempotent: true } as const satisfies OperationMeta;
const count = wholeNumber(1, mostOf.adjustment);
const notes = text(mostOf.reason);
const options = {
  expiration_date: optional(day).describe(
    "The last day on which they can be spent, today or later. The merchant's setting by default.",
  ),
  require_email_notification: withDefault(flag, false).describe("Accepted, and has no effect."),
};

/** Gives a customer stamps by hand. Interface S1. */
export const add = operation
  .meta({
    ...meta,
    replays: [replay(awards.keptAward, presentAward)],
    summary: "Gives a customer stamps by hand (S1)",
    example: {
      body: {
        ...sample.who,
        number_of_stamps: 5,
        notes: "Forgot the card",
        expiration_date: "2030-12-31",
      },
      answer: { customer: sample.customerWithStamps, award: sample.award },
    },
    rest: { path: "/api/stamps/add", operationId: "addStamps" },
    failures: { invalid_user: "user", invalid_store: "store" },
  })
  .input(
    z.object({
      user: required(userRef),
      store: required(storeRef),
      number_of_stamps: required(count).describe("The stamps to give."),
      notes: optional(notes).describe("Why they are given."),
      ...options,
    }),
  )
  .output(AwardAnswer)
  .mutation(async ({ ctx, input }) => {
    const { user, store, number_of_stamps: stamps, notes, expiration_date: expiresOn } = input;
    const award = { user, store, stamps, notes, expiresOn };
    return presentAward(await awards.addAward(ctx.coreFor(input), award));
  });

/**
 * Gives a member stamps by hand, with the parameter names of the member operations. The store is optional.
 * Interface S2.
 */
export const addToMember = operation
  .meta({
    ...meta,
    replays: [replay(awards.keptAward, presentMemberAward)],
    summary: "Gives a member stamps by hand (S2)",
    example: {
      body: { ...sample.someone, stamps: 5, note: "Forgot the card" },
      answer: {
        award: { id: 1, stamps: 5 },
        customer: { id: 123, stamps_remaining: 255, status: "Blue" },
      },
    },
    rest: { path: "/api/memberships/add-stamps", operationId: "addStampsBrief" },
    failureText: "plain",
    failures: { invalid_data: "__all__", invalid_store: "store" },
  })
  .input(
    z.object({
      user: required(userRef),
      stamps: required(count).describe("The stamps to give."),
      note: optional(notes).describe("Why they are given."),
      store: optional(storeRef),
      ...options,
    }),
  )
  .output(MemberAward)
  .mutation(async ({ ctx, input }) => {
    const { user, store, stamps, note, expiration_date: expiresOn } = input;
    const award = { user, store, stamps, notes: note, expiresOn };
    return presentMemberAward(await awards.addAward(ctx.coreFor(input), award, unknownMember));
  });
