// SQL parts that write issued vouchers. The vouchers of a call are a list of `NewVoucher`, in the column
// `vouchers` of a CTE.

/** SQL values for columns of issued vouchers. `s` is a call, `i` is one of its new vouchers. */
type Issuing = {
  readonly holder?: string;
  /** The columns that name what issued the vouchers, with their values. */
  readonly origin?: Partial<Record<Origin, string>>;
  readonly notes?: string;
  /** The line of the redemption, over `c`. */
  readonly line?: string;
};

type Origin =
  | "issued_by_redemption_id"
  | "issued_by_line"
  | "issued_by_transaction_id"
  | "replaces_redemption_id";

/**
 * Returns the CTEs `new_vouchers`, `issued` and `opened`. They write the vouchers of the calls in the CTE
 * `rows`. The vouchers are in the column `vouchers` of the CTE `source`. CTEs that write the redemptions must
 * come first.
 */
export const issue = (
  source: string,
  rows: string,
  {
    holder = "s.customer_id",
    origin = { issued_by_redemption_id: "s.redemption", issued_by_line: "i.line" },
    notes = "null",
    line = "1",
  }: Issuing = {},
) => `
new_vouchers as materialized (
  select c.n, ${line}::int as line, v.* from ${source} c cross join lateral json_to_recordset(c.vouchers) as v (id bigint, code text,
    "templateId" bigint, "customerId" bigint, value numeric, "remainingValue" numeric, "startDate" date,
    "endDate" date)
),
issued as (
  insert into vouchers as v (merchant_id, id, voucher_template_id, code, code_key, customer_id, value,
    remaining_value, start_date, end_date, ${Object.keys(origin)
      .map((column) => `${column}, `)
      .join("")}notes,
    created_at)
  select $1, i.id, i."templateId", i.code, upper(i.code), ${holder}, i.value,
    i."remainingValue", i."startDate", i."endDate", ${Object.values(origin)
      .map((value) => `${value}, `)
      .join("")}${notes}, s.now
  from ${rows} s join new_vouchers i on i.n = s.n
  returning v.id, v.remaining_value, v.created_at
),
opened as (
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, i.id, 'opening', 0, i.remaining_value, i.created_at
  from issued i where i.remaining_value is not null
  returning e.voucher_id
)`;
