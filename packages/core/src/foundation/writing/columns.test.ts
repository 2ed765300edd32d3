import { expect, test } from "vitest";
import { type CallOf, columnsOf } from "./columns.ts";

const types = {
  voucher: "bigint",
  invoiceNumber: "text | null",
  value: "numeric",
  startDate: "date",
  allowedStores: "bigint[] | null",
  extraData: "json | null",
  isDue: "boolean",
} as const;
const columns = columnsOf(types);
type Call = CallOf<typeof types>;

test("the list has names in snake_case, their types, and the call's number", () => {
  expect(columns.list).toBe(
    "n int, voucher bigint, invoice_number text, value numeric, start_date date, allowed_stores bigint[], extra_data json, is_due boolean",
  );
});

test("calls are numbered, and what is null or no column is left out", () => {
  const call: Call & { readonly more: string } = {
    voucher: 7,
    invoiceNumber: null,
    value: "6.50",
    startDate: "2026-01-15",
    allowedStores: [1, 2],
    extraData: { till: 4 },
    isDue: true,
    more: "not a column",
  };
  expect(JSON.parse(columns.encode([call, call]))).toEqual(
    [0, 1].map((n) => ({
      n,
      voucher: 7,
      value: "6.50",
      start_date: "2026-01-15",
      allowed_stores: [1, 2],
      extra_data: { till: 4 },
      is_due: true,
    })),
  );
});

test("a single call is read from parameters", () => {
  expect(columns.count).toBe(7);
  expect(columns.parameters(3)).toBe(
    "$3::bigint as voucher, $4::text as invoice_number, $5::text::numeric as value, $6::text::date as start_date, $7::text::bigint[] as allowed_stores, $8::json as extra_data, $9::boolean as is_due",
  );
  const call = {
    ...{ voucher: 7, invoiceNumber: null, value: "6.50", startDate: "2026-01-15" },
    ...{ allowedStores: [1, 2], extraData: { till: 4 }, isDue: false },
  };
  expect(columns.valuesOf(call)).toEqual([
    ...[7, null, "6.50", "2026-01-15", "{1,2}", '{"till":4}', false],
  ]);
  expect(columns.valuesOf({ ...call, allowedStores: [], extraData: null })).toEqual([
    ...[7, null, "6.50", "2026-01-15", "{}", null, false],
  ]);
});

test("days and times of day are sent as text", () => {
  const { list, parameters, valuesOf } = columnsOf({ date: "date", time: "time" });
  expect(list).toBe("n int, date date, time time");
  expect(parameters(3)).toBe("$3::text::date as date, $4::text::time as time");
  expect(valuesOf({ date: "2027-11-20", time: "19:30" })).toEqual(["2027-11-20", "19:30"]);
});

test("a missing value and a null where there has to be a value do not compile", () => {
  const nothing = { invoiceNumber: null, allowedStores: null, extraData: null };
  const rest = { ...nothing, value: "6.50", startDate: "2026-01-15", isDue: true };
  // @ts-expect-error the voucher is missing
  columns.encode([rest]);
  // @ts-expect-error a voucher has a value
  columns.encode([{ ...rest, voucher: null }]);
  // @ts-expect-error a bigint is a number
  columns.encode([{ ...rest, voucher: "7" }]);
  expect(columns.encode([{ ...rest, voucher: 7 }])).toContain('"voucher":7');
});
