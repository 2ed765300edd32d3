import {
  type DocumentOf,
  isAnyOf,
  json,
  jsonIf,
  oneOf,
  optional,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { and, asc, desc, eq, lt, lte, type SQL, sql } from "drizzle-orm";
import { isOlder, shownName } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { type Page, type PageInput, pageOf } from "../../foundation/paging.ts";
import {
  type VoucherDay,
  type VoucherState,
  voucherDay,
  voucherState,
} from "../../people/customers/index.ts";
import { codeKeyOf } from "../../running/merchants/index.ts";
import type { RedemptionKind, RedemptionStatus } from "../redeeming/index.ts";

const {
  customers,
  redemptionLines: lines,
  redemptions,
  voucherTemplates: templates,
  vouchers,
  voucherValueEntries: valueEntries,
} = schema;

const voucherListed = {
  id: vouchers.id,
  code: vouchers.code,
  name: templates.name,
  templateId: templates.id,
  state: voucherState,
  value: vouchers.value,
  remainingValue: vouchers.remainingValue,
  startDate: vouchers.startDate,
  endDate: vouchers.endDate,
  redeemedAt: vouchers.redeemedAt,
  createdAt: vouchers.createdAt,
  /** Null while no customer holds the voucher. */
  customer: jsonIf(customers.id, { id: customers.id, name: shownName(customers) }),
};

/** A voucher as lists show it. `state` depends on the date in the store, or else in the merchant's zone. */
export type VoucherListed = DocumentOf<typeof voucherListed>;

/** Filters of the vouchers; null means all. */
export type VoucherFilter = {
  readonly customerId: number | null;
  readonly templateId: number | null;
  readonly state: VoucherState | null;
  readonly code: string | null;
  /** Only unredeemed, active vouchers whose last day is between today and this day. */
  readonly endsBy: string | null;
};

type ListInput = VoucherFilter &
  VoucherDay & {
    readonly afterKey: string | null;
    readonly afterId: number;
    readonly limit: number;
  };

type Path = {
  readonly where: (p: Parameters<ListInput>) => readonly (SQL | undefined)[];
  readonly orderBy: readonly SQL[];
  /** The first sort key, if it is not the id. */
  readonly key?: SQL<string>;
};

/** Builds the statement of a list. The next page starts after the `key` and the id of the last row. */
function listBy(name: string, { where, orderBy, key = sql<string>`''` }: Path) {
  return read(name, (p: Parameters<ListInput>) =>
    rowsOf(vouchers, {
      where: [
        ...where(p),
        optional(p("templateId"), eq(vouchers.voucherTemplateId, p("templateId"))),
        optional(p("state"), eq(voucherState, p("state"))),
      ],
      orderBy,
      limit: sql`${p("limit")} + 1`,
    })
      .join(templates, eq(templates.id, vouchers.voucherTemplateId))
      .leftJoin(customers, eq(customers.id, vouchers.customerId))
      .list({ ...voucherListed, place: json({ key, id: vouchers.id }) }),
  );
}

type P = Parameters<ListInput>;

// Sorted by id, because an index by time would make every issue of a voucher slower. The order of ids is
// nearly the order of time. It is not exact, because each process reserves ids in blocks.
const newestFirst = [desc(vouchers.id)];
const isBefore = (p: P) => lt(vouchers.id, p("afterId"));
const isOfCustomer = (p: P) => optional(p("customerId"), eq(vouchers.customerId, p("customerId")));
const isEnding = (p: P) =>
  and(
    sql`${vouchers.redeemedAt} is null and ${vouchers.isActive} and ${vouchers.endDate} >= ${voucherDay}`,
    lte(vouchers.endDate, p("endsBy")),
  );

const newest = listBy("list_vouchers", { where: (p) => [isBefore(p)], orderBy: newestFirst });
const ofCode = listBy("list_vouchers_of_code", {
  where: (p) => [
    eq(vouchers.codeKey, p("code")),
    isBefore(p),
    isOfCustomer(p),
    optional(p("endsBy"), isEnding(p)),
  ],
  orderBy: newestFirst,
});
const ofCustomer = listBy("list_vouchers_of_customer", {
  where: (p) => [
    eq(vouchers.customerId, p("customerId")),
    isOlder(sql`${vouchers.createdAt}`, sql`${vouchers.id}`),
  ],
  orderBy: [desc(vouchers.createdAt), desc(vouchers.id)],
  key: sql<string>`${vouchers.createdAt}`,
});
const ending = listBy("list_vouchers_that_end", {
  where: (p) => [
    isEnding(p),
    isOfCustomer(p),
    sql`(${vouchers.endDate}, ${vouchers.id})
      > (coalesce(${p("afterKey")}::text::date, '-infinity'), ${p("afterId")})`,
  ],
  orderBy: [asc(vouchers.endDate), asc(vouchers.id)],
  key: sql<string>`${vouchers.endDate}::text`,
});

/**
 * Returns a page of the vouchers, newest first. With `endsBy` but no `code`, sorted by the last day. Dates are
 * compared in the time zone of the store; without a store, or for an unknown one, in the merchant's.
 */
export async function selectVouchers(
  ctx: CoreContext,
  { after, limit, customerId, endsBy, code, ...filter }: VoucherFilter & PageInput,
  storeId: number | null = null,
): Promise<Page<VoucherListed>> {
  const { merchant } = ctx.caller;
  const path = pathOf({ code, endsBy, customerId });
  const rows = await run(ctx.db, path, {
    ...filter,
    ...{ customerId, endsBy, storeId },
    code: code === null ? null : codeKeyOf(code),
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    afterKey: after?.key ?? null,
    afterId: after?.id ?? (endsBy !== null && code === null ? 0 : Number.MAX_SAFE_INTEGER),
    limit,
  });
  return pageOf(rows, limit);
}

function pathOf({
  code,
  endsBy,
  customerId,
}: Pick<VoucherFilter, "code" | "endsBy" | "customerId">) {
  if (code !== null) return ofCode;
  if (endsBy !== null) return ending;
  return customerId !== null ? ofCustomer : newest;
}

const voucherDetail = {
  ...voucherListed,
  description: templates.description,
  instructions: templates.instructions,
  termsAndConditions: templates.termsAndConditions,
  pictureUrl: templates.pictureUrl,
};

const redemption = {
  id: redemptions.id,
  kind: oneOf<RedemptionKind>(redemptions.kind),
  status: oneOf<RedemptionStatus>(redemptions.status),
  value: lines.value,
  storeId: redemptions.storeId,
  createdAt: redemptions.createdAt,
};

/** A change of a voucher's dynamic value, as details show it. */
export const valueEntry = {
  cause: valueEntries.cause,
  delta: valueEntries.delta,
  createdAt: valueEntries.createdAt,
};

type DetailInput = VoucherDay & { readonly stores: string | null; readonly voucherId: number };

const detail = read("get_voucher", (p: Parameters<DetailInput>) =>
  rowsOf(vouchers, { where: [eq(vouchers.id, p("voucherId"))] })
    .join(templates, eq(templates.id, vouchers.voucherTemplateId))
    .leftJoin(customers, eq(customers.id, vouchers.customerId))
    .one({
      ...voucherDetail,
      /** The redemptions in the caller's stores that used the voucher, oldest first. */
      redemptions: rowsOf(lines, {
        where: [
          eq(lines.voucherId, p("voucherId")),
          optional(p("stores"), isAnyOf(redemptions.storeId, p("stores"))),
        ],
        orderBy: [asc(redemptions.createdAt)],
      })
        .join(redemptions, eq(redemptions.id, lines.redemptionId))
        .list(redemption),
      valueEntries: rowsOf(valueEntries, {
        where: [eq(valueEntries.voucherId, p("voucherId"))],
        orderBy: [asc(valueEntries.createdAt)],
      }).list(valueEntry),
      issuedByRedemptionId: vouchers.issuedByRedemptionId,
      replacesRedemptionId: vouchers.replacesRedemptionId,
    }),
);

/** A voucher with its redemptions and the changes of its value. */
export type VoucherDetail = NonNullable<(typeof detail)["doc"]>;

/**
 * Returns one voucher, with its redemptions in the caller's stores. Null if the id is unknown. The dates are
 * compared as in `selectVouchers`.
 */
export function selectVoucher(
  ctx: CoreContext,
  voucherId: number,
  storeId: number | null,
): Promise<VoucherDetail | null> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, detail, {
    stores: stores && `{${stores.join(",")}}`,
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    ...{ storeId, voucherId },
  });
}
