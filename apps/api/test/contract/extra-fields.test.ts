import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fill } from "../fuzz/blanks.ts";
import { fittingBody } from "../fuzz/bodies.ts";
import { staffProcedures } from "../fuzz/staff-calls.ts";
import { openStaffSupplies } from "../fuzz/staff-supplies.ts";
import { openSupplies } from "../fuzz/supplies.ts";
import { type House, openHouse } from "../harness.ts";
import { documentedOperations, inputOf, pathFor } from "../open-api.ts";
import { ORIGIN } from "../staff/desk.ts";

const NUMBER = 987_654_321;
const TEXT = "canary-of-a-field";

/**
 * Columns and members that most calls must not set, some in snake case and in camel case. Also names that are
 * special in JavaScript.
 */
const internal = {
  ...Object.fromEntries(
    [
      ...["merchantId", "customer_id", "customerId", "tenant_id", "token_id"],
      ...["status", "state", "level", "balance", "delta", "spent_by_redemption_id", "revision"],
      ...["wrong_tries", "wrongTries", "lifetime_wrong_tries", "uses", "activeMerchantId"],
      ...["remaining", "voucher_template_id", "redeemed_by", "canceled_by"],
    ].map((name) => [name, NUMBER]),
  ),
  ...Object.fromEntries(
    [
      ...["role", "scopes", "actor", "created_by", "createdBy", "by", "verifier", "mac", "hash"],
      ...[
        "secret",
        "referral_code",
        "member_id",
        "emailVerified",
        "email_verified",
        "passwordHash",
      ],
      ...["twoFactorEnabled", "__proto__", "constructor", "prototype", "created_at", "address"],
    ].map((name) => [name, TEXT]),
  ),
};

/** Adds the members in `internal` that the call does not accept, after its own members. */
function withExtras(body: string, known: readonly string[]): string {
  const extras = Object.entries(internal)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return body.replace(/\}$/, `${body === "{}" ? "" : ","}${extras.join(",")}}`);
}

describe("T45: members that no call takes", () => {
  const house = {} as House & { close?: () => Promise<void> };
  beforeAll(async () => {
    const rate = { perSecond: 1_000_000, burst: 1_000_000 };
    Object.assign(house, await openHouse(await createTestDatabase(), { rate }));
  });
  afterAll(() => house.close?.());

  /** All rows, of any table, that contain one of the values. */
  async function tainted(): Promise<string[]> {
    const tables = (await house.core.db.execute(
      "select tablename from pg_tables where schemaname = 'public'",
    )) as unknown as { tablename: string }[];
    const found: string[] = [];
    for (const { tablename } of tables) {
      const rows = (await house.core.db.execute(
        `select to_jsonb(t)::text as "row" from "${tablename}" t
         where to_jsonb(t)::text ~ '(${NUMBER}|${TEXT})'`,
      )) as unknown as { row: string }[];
      for (const { row } of rows) found.push(`${tablename}: ${row}`);
    }
    return found;
  }

  it("T45: change nothing of what a documented operation writes", async () => {
    const others = (await (await openSupplies(house, "vouchers.deductValue", {}))()).fills;
    for (const { name, method, path, operation } of documentedOperations) {
      const { token, from, fills } = await (await openSupplies(house, name, others))();
      const input = inputOf(operation);
      const known = Object.keys(input.properties ?? {});
      const payload = withExtras(fill(fittingBody(input), fills), known);
      const headers = { "content-type": "application/json" };
      const call = { method, path: pathFor(path, payload), token, from, headers, payload };
      const [status] = await house.send(call);
      expect([name, status]).toEqual([name, 200]);
    }
    expect(await tainted()).toEqual([]);
  });

  it("T45: change nothing of what a procedure of the console writes", async () => {
    const { fills, cookie, restore } = await openStaffSupplies(house);
    const headers = { origin: ORIGIN, cookie, "content-type": "application/json" };
    let done = 0;
    for (const { path, input } of staffProcedures) {
      const known = Object.keys(input.properties ?? {});
      const payload = withExtras(fill(fittingBody(input), fills), known);
      const [status] = await house.send({ method: "POST", path, headers, payload });
      expect([path, status]).not.toEqual([path, 500]);
      if (status === 200) done++;
      await restore();
    }
    expect(done).toBeGreaterThan(20);
    // this procedure stores all members of its input, and an audit entry
    const limits = { stores: [], channels: [], isActive: true };
    const reward = { code: "T45", name: "Cake", kind: "fixed", stampsToRedeem: 3, ...limits };
    const [status] = await house.send({
      method: "POST",
      path: "/trpc/staff.catalogue.rewards.create",
      headers,
      payload: withExtras(JSON.stringify(reward), Object.keys(reward)),
    });
    expect(status).toBe(200);
    for (const [path, body] of [
      ["/update-user", { name: "Ani" }],
      ["/update-session", {}],
    ] as const) {
      const payload = withExtras(JSON.stringify(body), ["activeMerchantId"]);
      await house.send({ method: "POST", path: `/staff-auth${path}`, headers, payload });
    }
    expect(await tainted()).toEqual([]);
  });
});
