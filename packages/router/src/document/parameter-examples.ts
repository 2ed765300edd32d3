import type { JsonSchema } from "../wire/json-schema.ts";

/** Values of query parameters that the examples of the operations do not send, by name. */
const values: Readonly<Record<string, unknown>> = {
  user: "customer@example.com",
  store: 32,
  invoice_number: "INV-4",
  channel: 2,
  kind: ["reward", "rewards"],
  type: 2,
  status: "Created",
  date: "2026-11-21",
  from: "2026-11-20T17:00:00Z",
  to: "2026-11-21T17:00:00Z",
  changed_since: "2026-11-20T17:00:00Z",
  start_date: "2026-11-01",
  end_date: "2026-11-30",
  minimum_expiration_date: "2026-12-01",
  cursor: "WyJkMWY0YTc3IiwiMjAyNi0xMS0yMVQwOTozMDowMFoiLDddCg",
  transaction_value: 95000,
  discount: 5000,
  service_charge: 0,
  tax: 9500,
  sub_total: 90500,
  subtotal: 90500,
  by: "created",
  order: "oldest",
  per_page: 20,
  verbose: true,
  only_redeemable_in_this_store: true,
  include_inactive_vouchers: false,
  is_active: true,
  image_size: 300,
  landscape_image_size: 300,
};

/** An example of a parameter. Throws if `values` lacks one that its schema does not give. */
export function exampleOf(name: string, schema: JsonSchema): unknown {
  const { type, minimum } = schema;
  const value = values[name];
  // `from` and `to` are days in the list of bookings
  if (schema.format === "date" && typeof value === "string") return value.slice(0, 10);
  if (value !== undefined) return schema.items && !Array.isArray(value) ? [value] : value;
  if (/^last_|^older_than$|_id$/.test(name)) return 24;
  if (type === "integer") return minimum ?? 1;
  throw new Error(`document/parameter-examples.ts has no value for ${name}.`);
}
