import type { Merchant } from "@stampbook/core/context";
import type { Activity as Domain } from "@stampbook/core/members";
import { channelNames } from "@stampbook/core/vouchers";
import { z } from "zod";
import { displayNameOf } from "../stores/store.ts";
import { secondsOf } from "../values.ts";

const status = z.literal([1, 2]);
const channel = z.string().nullable();
const Sale = z.object({ id: z.int(), invoice_number: z.string() });

/** An activity of a customer. Its `type` says which further key it has. */
export const Activity = z.object({
  id: z.int(),
  /**
   * 0 sale, 1 redemption, 2 stamps given, 5 level raised, 6 level lowered, 9 registration, 10 stamps taken,
   * 11 sale modified, 12 level set by hand, 15 stamps expired
   */
  type: z.literal([0, 1, 2, 5, 6, 9, 10, 11, 12, 15]),
  /** In seconds since 1970. */
  created: z.int(),
  notes: z.string(),
  merchant: z.object({ id: z.int(), name: z.string() }),
  /** `name` is the store's code. Absent without a store. */
  store: z.object({ name: z.string(), display_name: z.string() }).optional(),
  transaction: z
    .object({
      stamps: z.int(),
      name: z.string(),
      status,
      invoice_number: z.string(),
      channel,
    })
    .optional(),
  redemption: z.object({ stamps: z.int(), name: z.string(), status, channel }).optional(),
  award: z.object({ stamps: z.int(), name: z.string(), status }).optional(),
  /** 0 for changes of the level. */
  stamps: z.literal(0).optional(),
  stamps_deduction: z.object({ stamps: z.int(), status, notes: z.string() }).optional(),
  /** Amounts and stamps are differences. There is one sale, so all three have its id. */
  transaction_modification: z
    .object({
      root_transaction: Sale,
      original_transaction: Sale,
      modified_transaction: Sale,
      id: z.int(),
      created: z.int(),
      stamps_delta: z.int(),
      stamps_delta_override: z.null(),
      stamps_refund_from_payments: z.literal(0),
      total_stamps_delta: z.int(),
      subtotal_delta: z.number(),
      grand_total_delta: z.number(),
      stamps_taken: z.int(),
      stamps_owed_delta: z.literal(0),
      stamps_let_go: z.literal(0),
      return_invoice_number: z.null(),
      invoice_number: z.string(),
      channel,
    })
    .optional(),
  expired_stamps: z.int().optional(),
});

type Shown = z.input<typeof Activity>;
type Own = Partial<Shown> & Pick<Shown, "type">;

export function presentActivity(
  activity: Domain,
  { id: merchantId, name: merchantName }: Pick<Merchant, "id" | "name">,
): Shown {
  const { id, createdAt, store } = activity;
  return {
    id,
    created: secondsOf(createdAt),
    notes: "",
    merchant: { id: merchantId, name: merchantName },
    ...(store && { store: { name: store.code, display_name: displayNameOf(store) } }),
    ...ownOf(activity),
  };
}

/** The type of an activity, and the keys that only this type has. */
function ownOf(activity: Domain): Own {
  switch (activity.kind) {
    case "sale": {
      const { id, stamps, status, invoiceNumber, channel } = activity.detail;
      const name = `Transaction #${id}`;
      const shown = { stamps, name, status: statusOf(status), channel: textOf(channel) };
      return { type: 0, transaction: { ...shown, invoice_number: invoiceNumber } };
    }
    case "redemption": {
      const { stamps, name, status, channel } = activity.detail;
      const shown = { stamps, name, status: statusOf(status), channel: textOf(channel) };
      return { type: 1, redemption: shown };
    }
    case "award": {
      const { id, stamps, status } = activity.detail;
      return { type: 2, award: { stamps, name: `Award #${id}`, status: statusOf(status) } };
    }
    case "adjustment": {
      const { id, delta } = activity.detail;
      return delta > 0
        ? { type: 2, award: { stamps: delta, name: `Adjustment #${id}`, status: 1 } }
        : { type: 10, stamps_deduction: { stamps: -delta, status: 1, notes: "" } };
    }
    case "level":
      return levelOf(activity.detail);
    case "registration":
      return { type: 9 };
    case "deduction":
      return { type: 10, stamps_deduction: { ...activity.detail, status: 1 } };
    case "modification":
      return modificationOf(activity);
    case "expiry":
      return { type: 15, expired_stamps: activity.detail.stamps };
  }
}

type Of<Kind extends Domain["kind"]> = Extract<Domain, { readonly kind: Kind }>;

function levelOf({ from, to, name, isByHand }: Of<"level">["detail"]): Own {
  if (isByHand) return { type: 12, stamps: 0, notes: `Overridden to ${name}` };
  return to > from
    ? { type: 5, stamps: 0, notes: `Upgraded to ${name}` }
    : { type: 6, stamps: 0, notes: `Downgraded to ${name}` };
}

function modificationOf({ createdAt, detail }: Of<"modification">): Own {
  const { id, sale, invoiceNumber, channel, total, subtotal, stamps } = detail;
  const transaction = { id: sale, invoice_number: invoiceNumber };
  return {
    type: 11,
    transaction_modification: {
      root_transaction: transaction,
      original_transaction: transaction,
      modified_transaction: transaction,
      id,
      created: secondsOf(createdAt),
      stamps_delta: stamps,
      stamps_delta_override: null,
      stamps_refund_from_payments: 0,
      total_stamps_delta: stamps,
      subtotal_delta: Number(subtotal),
      grand_total_delta: Number(total),
      stamps_taken: -stamps,
      stamps_owed_delta: 0,
      stamps_let_go: 0,
      return_invoice_number: null,
      invoice_number: invoiceNumber,
      channel: textOf(channel),
    },
  };
}

const statusOf = (status: "Created" | "Canceled"): 1 | 2 => (status === "Created" ? 1 : 2);

const textOf = (channel: number | null) =>
  channel === null ? null : (channelNames[channel] ?? null);
