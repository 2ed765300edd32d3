import { readLocale } from "../../messages/locale.ts";
import { pageRequest } from "../../rpc/page-request.ts";
import { type RecordKind, unknownRecord } from "../../rpc/records.ts";
import type { Messages } from "../../ui/list/csv-words.ts";
import { MessagePage, wayOn } from "./message-page.tsx";

const lists = {
  customers: { href: "/customers", words: "customers" },
  redemptions: { href: "/redemptions", words: "redemptions" },
  sales: { href: "/sales", words: "sales" },
  bookings: { href: "/bookings", words: "bookings" },
  vouchers: { href: "/vouchers", words: "vouchers" },
  rewards: { href: "/catalogue/rewards", words: "list" },
  voucherTemplates: { href: "/catalogue/voucher-templates", words: "list" },
  promoCodes: { href: "/catalogue/promo-codes", words: "list" },
} as const satisfies Readonly<Record<RecordKind, object>>;

/** Returns the title for a record that does not exist. The logs link to customers who were anonymized since. */
function titleOf({ refusals, missing }: Messages, kind: RecordKind | undefined) {
  if (kind === "customers") return missing.noCustomer;
  return kind && refusals[unknownRecord(kind)];
}

type NothingHereProps = { kind?: RecordKind };

/**
 * Answers a page with status 404. Does not call `notFound()`, because Next would then send a page that is
 * empty until its scripts have run.
 */
export function Missing(props: NothingHereProps) {
  pageRequest()?.setStatus(404);
  return <NothingHere {...props} />;
}

/** Shown at an address without a page or record: a message, possible reasons, and links back. */
export async function NothingHere({ kind }: NothingHereProps) {
  const { messages } = await readLocale();
  const { title, advice, back } = messages.notFound;
  const list = kind && lists[kind];
  return (
    <MessagePage title={titleOf(messages, kind) ?? title} advice={advice}>
      {/* every page includes this component, so it avoids the router's link component */}
      {list ? (
        <a className={wayOn} href={list.href}>
          {messages.missing[list.words]}
        </a>
      ) : null}
      <a className={wayOn} href="/till">
        {back}
      </a>
    </MessagePage>
  );
}
