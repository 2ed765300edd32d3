import type { Merchant } from "@stampbook/core/context";
import type { Activity as Domain } from "@stampbook/core/members";
import { channelNames } from "@stampbook/core/vouchers";
import type { z } from "zod";
import { displayNameOf } from "../stores/store.ts";
import { secondsOf } from "../values.ts";
import type { Activity } from "./activity.ts";

type Shown = z.input<typeof Activity>;
/** What an activity has besides the common keys. */
type Own = Shown extends infer Each
  ? Each extends Shown
    ? Omit<Each, "id" | "created" | "merchant" | "store" | "notes"> & { readonly notes?: string }
    : never
  : never;

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
  const { id, sale, invoiceNumber, channel, total, subtotal } = detail;
  const { stamps, stampsOwed, stampsLetGo } = detail;
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
      stamps_taken: Math.max(0, -stamps - stampsOwed - stampsLetGo),
      stamps_owed_delta: stampsOwed,
      stamps_let_go: stampsLetGo,
      return_invoice_number: detail.returnInvoiceNumber,
      invoice_number: invoiceNumber,
      channel: textOf(channel),
    },
  };
}

const statusOf = (status: "Created" | "Canceled"): 1 | 2 => (status === "Created" ? 1 : 2);

const textOf = (channel: number | null) =>
  channel === null ? null : (channelNames[channel] ?? null);
