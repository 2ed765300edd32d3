import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { appRouter } from "../../index.ts";
import { listProcedures } from "../../procedures.ts";
import { showPage } from "./paging.ts";

const moment = "2026-11-21T18:46:43.522113+00:00";
const keys = {
  time: [moment, "2026-11-21T18:46:43+05:30"],
  storeTime: ["2026-11-21 19:30:00"],
  id: [""],
  name: ["ani b.", "", "ท".repeat(255)],
};

type Case = [list: string, ends: string[], by?: object];

/** Each list, the keys at which its pages may end, and the input `by` if the keys depend on it. */
const lists: Case[] = [
  ["bookings.list", keys.storeTime],
  ["catalogue.rewards.list", keys.id],
  ["catalogue.voucherTemplates.list", keys.id],
  ["catalogue.promoCodes.list", keys.id],
  ["customers.search", keys.name],
  ["customers.ledger", keys.time],
  ["customers.vouchers", keys.time],
  ["customers.redemptions", keys.time],
  ["customers.bookings", keys.storeTime],
  ["customers.levels", keys.time],
  ["jobs.list", keys.id],
  ["jobs.codesCsv", keys.id],
  ["vouchers.list", keys.id, {}],
  ["vouchers.list", keys.id, { code: "A", customerId: 3 }],
  ["vouchers.list", keys.time, { customerId: 3 }],
  ["vouchers.list", ["2026-11-21"], { endsBy: "2027-01-01" }],
  ["redemptions.list", keys.time],
  ["redemptions.replacements", keys.time],
  ["sales.list", keys.time],
  ["refusals.list", keys.time],
  ["audit.list", keys.time],
  ["securityEvents.list", keys.time],
  ["settings.outbox.list", keys.time],
];

const withCursor = listProcedures(appRouter).flatMap(({ name, inputs: [input] }) =>
  name.startsWith("staff.") && input instanceof z.ZodObject && "cursor" in input.shape
    ? [{ name, input }]
    : [],
);

function take(list: string, key: string, by: object = { customerId: 3, jobId: 3 }): boolean {
  const found = withCursor.find(({ name }) => name === `staff.${list}`);
  const { nextCursor: cursor } = showPage({ items: [], next: { key, id: 7 } });
  const read = found?.input.safeParse({ ...by, cursor });
  if (read?.success) expect(read.data).toMatchObject({ cursor: { key, id: 7 } });
  return read?.success ?? false;
}

it("names every list", () => {
  const named = new Set(lists.map(([list]) => `staff.${list}`));
  const others = withCursor.map(({ name }) => name).filter((name) => !/csv$/i.test(name));
  expect(others.filter((name) => !named.has(name))).toEqual([]);
});

test.each(lists)("%s goes on where a page of it ended: %j %j", (list, ends, by) => {
  for (const key of ends) expect(take(list, key, by)).toBe(true);
});

test.each([
  ["redemptions.list", moment],
  ["redemptions.csv", moment],
  ["redemptions.replacements", moment],
  ["refusals.list", moment],
  ["audit.list", moment],
  ["audit.csv", moment],
  ["securityEvents.list", moment],
  ["sales.list", moment],
  ["sales.csv", moment],
])("%s refuses a cursor of another order", (list, key) => {
  const input = withCursor.find(({ name }) => name === `staff.${list}`)?.input;
  const { nextCursor: newest } = showPage({ items: [], next: { key, id: 7 } });
  const { nextCursor: oldest } = showPage({ items: [], next: { key, id: 7, sort: "oldest" } });
  const takes = (cursor: string | null, sort?: string) =>
    input?.safeParse({ cursor, sort }).success;
  expect([takes(newest), takes(newest, "newest"), takes(oldest, "oldest")]).toEqual([
    true,
    true,
    true,
  ]);
  expect([takes(oldest), takes(oldest, "newest"), takes(newest, "oldest")]).toEqual([
    false,
    false,
    false,
  ]);
  expect(takes(null, "largest")).toBe(false);
});

it("refuses a cursor with an order in a list that has none", () => {
  const { nextCursor } = showPage({ items: [], next: { key: moment, id: 7, sort: "oldest" } });
  const outbox = withCursor.find(({ name }) => name === "staff.settings.outbox.list");
  expect(outbox?.input.safeParse({ cursor: nextCursor }).success).toBe(false);
});

describe("a place that the database would not read is refused", () => {
  const broken: Case[] = [
    [
      "audit.list",
      [
        "",
        "2026-11-21",
        "0000-01-01T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-11-21T24:00:00Z",
        "2026-11-21T18:46:43+99:99",
        "999999-01-01T00:00:00Z",
      ],
    ],
    ["bookings.list", ["2026-11-21", "2026-13-45 10:00:00", "2026-11-21 29:00:00", `${moment} x`]],
    ["customers.bookings", ["0000-00-00 10:00:00", "2026-11-21 10:00:00 x"]],
    ["customers.search", ["nul\0"]],
    ["vouchers.list", ["9999-99-99", "x"]],
    ["vouchers.list", keys.id, { endsBy: "2027-01-01" }],
    ["vouchers.list", keys.id, { customerId: 3 }],
  ];
  test.each(broken)("%s: %j %j", (list, ends, by) => {
    for (const key of ends) expect(take(list, key, by)).toBe(false);
  });
});
