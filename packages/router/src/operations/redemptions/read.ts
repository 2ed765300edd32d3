import * as history from "@stampbook/core/history";
import { mostOf } from "@stampbook/core/limits";
import { sorts } from "@stampbook/core/paging";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { wholeRedemption } from "../../document/sample-history.ts";
import type { OperationMeta } from "../../meta.ts";
import { redemptionKinds, redemptionStatuses } from "../../staff/fields.ts";
import { operation } from "../../trpc.ts";
import { channel, ofChannels } from "../../wire/channel.ts";
import { choice } from "../../wire/choices.ts";
import { code, id, storeRef, userRef } from "../../wire/fields.ts";
import { NextPage, pageFields, placeOf, presentNext } from "../../wire/history/cursor.ts";
import { periodFields, withPeriod } from "../../wire/history/period.ts";
import { noneIfEmpty, repeated } from "../../wire/lines.ts";
import { optional, required, withDefault } from "../../wire/reading.ts";
import {
  presentRedemptionOfPeriod,
  RedemptionOfPeriod,
} from "../../wire/redemptions/redemption-of-period.ts";
import {
  presentWholeRedemption,
  WholeRedemption,
} from "../../wire/redemptions/whole-redemption.ts";
import { day } from "../../wire/sale/day.ts";

/** A redemption of the customer of the examples. */
const after = "redemptions.redeemVoucherCode";

const failures = { too_many_attempts: "__all__" } as const satisfies OperationMeta["failures"];

/** One redemption in full. Interface R12. */
export const details = operation
  .meta({
    summary: "Shows a redemption in full (R12)",
    example: {
      after,
      body: { redemption_id: 1 },
      answer: { redemption: wholeRedemption },
    },
    scope: ["redemptions", "redemptions.read"],
    failures: { redemption_not_found: [], ...failures },
    rest: {
      path: "/api/v2/redemptions/details",
      operationId: "redemptionDetails",
      methods: ["GET"],
    },
  })
  .input(z.object({ redemption_id: required(id).describe("The id of the redemption.") }))
  .output(z.object({ redemption: WholeRedemption }))
  .query(async ({ ctx, input }) => {
    const core = ctx.coreFor(input);
    const redemption = await history.getWholeRedemption(core, input.redemption_id);
    return { redemption: presentWholeRedemption(redemption, core.caller) };
  });

const status = optional(choice(redemptionStatuses)).describe("Only those with this status.");
const channels = optional(repeated(channel, mostOf.channels)).describe(ofChannels);

/** A customer's redemptions, 20 at a time. Interface R13. */
export const byUser = operation
  .meta({
    summary: "Lists a customer's redemptions, 20 at a time (R13)",
    example: {
      after,
      body: sample.someone,
      answer: { redemptions: [wholeRedemption], has_next: false },
    },
    scope: "redemptions.read",
    failures: { invalid_user: "user", ...failures },
    rest: {
      path: "/api/v2/redemptions/by-user",
      operationId: "listRedemptionsOfUser",
      methods: ["GET"],
    },
  })
  .input(
    z.object({
      user: required(userRef),
      last_redemption_id: optional(id).describe(
        "The id of the last redemption of the page before.",
      ),
      status,
      channel: channels,
      start_date: optional(day).describe("The first business day."),
      end_date: optional(day).describe("The last business day."),
    }),
  )
  .output(
    z.object({
      redemptions: z.array(WholeRedemption).describe("The redemptions."),
      has_next: z.boolean().describe("Whether there are more."),
    }),
  )
  .query(async ({ ctx, input }) => {
    const { user, last_redemption_id: before, status, start_date: from, end_date: to } = input;
    const core = ctx.coreFor(input);
    const { redemptions, hasNext } = await history.listRedemptionsOfCustomer(core, {
      ...{ user, before, status, from, to },
      channels: noneIfEmpty(input.channel),
    });
    return {
      redemptions: redemptions.map((each) => presentWholeRedemption(each, core.caller)),
      has_next: hasNext,
    };
  });

/** The redemptions of a period. Interface R14. */
export const list = operation
  .meta({
    summary: "Lists the redemptions of a period, or of an invoice (R14)",
    example: {
      after,
      body: { store: 32, date: "2026-11-21" },
      answer: {
        redemptions: [{ ...wholeRedemption, cancel: null }],
        ...{ has_next: false, next_cursor: null },
      },
    },
    scope: "redemptions.read",
    failures: { invalid_store: "store", ...failures },
    rest: { path: "/api/v2/redemptions", operationId: "listRedemptions", methods: ["GET"] },
  })
  .input(
    withPeriod(
      z.object({
        store: optional(storeRef),
        ...periodFields,
        by: withDefault(choice(["created", "canceled"]), "created").describe(
          "Which time `date`, `from`, `to` and the order are about. `canceled` lists each cancel, also of parts.",
        ),
        status,
        kind: optional(repeated(choice(redemptionKinds), redemptionKinds.length)).describe(
          "Only these kinds of redemptions.",
        ),
        channel: channels,
        invoice_number: optional(code).describe(
          "Only those with this invoice number. Without a period, of the last seven days.",
        ),
        order: withDefault(choice(sorts), "oldest").describe("`oldest`: new rows come at the end."),
        ...pageFields,
      }),
    ),
  )
  .output(
    z.object({
      redemptions: z.array(RedemptionOfPeriod).describe("The redemptions."),
      ...NextPage,
    }),
  )
  .query(async ({ ctx, input }) => {
    const { kind, channel, invoice_number: invoiceNumber, order: sort, per_page: limit } = input;
    const { store, date, from, to, by, status } = input;
    const core = ctx.coreFor(input);
    const page = await history.listRedemptionsOfPeriod(core, {
      ...{ store, date, from, to, by, status, invoiceNumber, sort, limit },
      kinds: noneIfEmpty(kind),
      channels: noneIfEmpty(channel),
      after: placeOf("redemptions.list", input),
    });
    return {
      redemptions: page.items.map((each) => presentRedemptionOfPeriod(each, core.caller)),
      ...presentNext("redemptions.list", input, page),
    };
  });
