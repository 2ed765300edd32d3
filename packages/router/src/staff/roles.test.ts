import { leastRoles } from "@stampbook/core/access";
import { describe, expect, it } from "vitest";
import { appRouter } from "../index.ts";
import { listProcedures } from "../procedures.ts";

const procedures = listProcedures(appRouter);
const names = procedures.map(({ name }) => name);
/** Without those that are called before sign-in. */
const own = procedures
  .filter(({ name, meta }) => name.startsWith("staff.") && !meta.open)
  .map(({ name }) => name);
const open = procedures.filter(({ name, meta }) => name.startsWith("staff.") && meta.open);

/** Documented operations that are not for staff: they handle a customer's secrets, or are open to anyone. */
const notForStaff = /^(password|pin|diagnostics)\./;

describe("the table of least roles", () => {
  it("names every procedure of the console's own, and none that is not there", () => {
    const listed = Object.keys(leastRoles).filter((name) => name.startsWith("staff."));
    expect(listed.sort()).toEqual([...own].sort());
  });

  it("does not hold what is open to all: the way in", () => {
    expect(open.map(({ name }) => name)).toEqual([
      "staff.invitation.get",
      "staff.invitation.accept",
      "staff.waysIn",
    ]);
  });

  it("leaves out of the documented operations only what handles a customer's secrets", () => {
    const left = names.filter((name) => !(name in leastRoles) && !name.startsWith("staff."));
    // staff cancel with a reason, by a separate procedure
    expect(left.filter((name) => !notForStaff.test(name))).toEqual(["redemptions.cancel"]);
  });

  it.each([
    ["staff.customers.adjustStamps", "manager"],
    ["staff.audit.list", "manager"],
    ["staff.redemptions.cancel", "cashier"],
  ])("asks for %s for the role of %s", (name, role) => {
    expect(leastRoles[name]).toBe(role);
  });
});
