import { checkPinCall, mayCall } from "@stampbook/core/access";
import { describe, expect, it } from "vitest";
import { appRouter } from "./index.ts";
import { listProcedures } from "./procedures.ts";

const procedures = listProcedures(appRouter);

/** One line of the table: who may call the procedure. */
function lineOf({ name, meta, type }: (typeof procedures)[number]): string {
  const { open, scope, role, byPin, freshPassword, idempotent } = meta;
  // a staff procedure without a scope is closed to tokens
  const tokens = scope
    ? [scope].flat().join(" or ")
    : name.startsWith("staff.")
      ? "no token"
      : "any token";
  const who = open ? ["anyone"] : [tokens, role ? `staff: ${role}` : "no staff"];
  const notes = [
    byPin && "also by PIN",
    freshPassword && "asks for the password",
    idempotent && "retried by key",
  ].filter(Boolean);
  return [`${name} (${type})`, ...who, ...notes].join(", ");
}

/**
 * Staff may not call the procedures for a customer's password and PIN: to unblock a PIN or cancel a redemption
 * they use the staff procedures, which require a reason. Sessions that a PIN opened may call what the till and
 * the desk need. The password is asked for before what outlasts a session, or takes data away.
 */
it("S11, T7, T59: gives each procedure the permissions that permissions.txt decides", async () => {
  const lines = procedures.map(lineOf).sort();
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("permissions.txt");
});

it("gives no role to what anyone may call", () => {
  expect(procedures.filter(({ meta }) => meta.open && meta.role)).toEqual([]);
});

describe("a session that a PIN opened", () => {
  it.each(procedures.map(({ name, meta }) => [name, meta] as const))("T59: %s", (_, { byPin }) => {
    const refusal = checkPinCall({ isByPin: true }, byPin);
    expect(refusal?.code).toBe(byPin ? undefined : "password_required");
    expect(checkPinCall({ isByPin: false }, byPin)).toBeNull();
  });

  it("T59: may neither export nor set anything up", () => {
    const allowed = procedures.filter(({ meta }) => meta.byPin).map(({ name }) => name);
    expect(
      allowed.filter((name) => /csv|export|settings|programme|audit|security/i.test(name)),
    ).toEqual([]);
    expect(allowed).toContain("staff.visits.confirm");
  });
});

describe("mayCall", () => {
  it.each([
    ["cashier", "cashier", true],
    ["cashier", "manager", false],
    ["manager", "cashier", true],
    ["manager", "owner", false],
    ["owner", "owner", true],
    ["owner", undefined, false],
  ] as const)("a %s, where the lowest role is %s: %s", (role, least, expected) => {
    expect(mayCall(role, least)).toBe(expected);
  });
});
