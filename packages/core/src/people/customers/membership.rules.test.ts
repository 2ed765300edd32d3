import { describe, expect, test } from "vitest";
import { ani, member } from "../../testing/values.ts";
import { checkMember, membershipStatusName } from "./membership.rules.ts";
import type { Customer, Membership, MembershipStatus } from "./types.ts";

const gone = { ...ani, isActive: false };
const blocked = { ...member, isBlocked: true };
const inactive: Membership = { ...member, status: 200 };
const suspended: Membership = { ...member, status: 300 };

describe("who may use a membership", () => {
  test.each<[string, Customer | null, Membership | null, string | undefined, string | undefined]>([
    ["an active member", ani, member, undefined, undefined],
    ["nobody", null, null, "invalid_user", "User not found"],
    ["a customer without a membership", ani, null, "invalid_user", "User not found"],
    ["a blocked one", ani, blocked, "membership_blocked", "This membership is blocked"],
    ["an inactive customer", gone, member, "membership_blocked", "This customer is not active"],
    ["an inactive one", ani, inactive, "membership_blocked", "This membership is inactive"],
    ["a suspended one", ani, suspended, "membership_blocked", "This membership is suspended"],
    ["blocked before inactive", gone, blocked, "membership_blocked", "This membership is blocked"],
  ])("%s", (_, customer, membership, code, message) => {
    const refusal = checkMember(customer, membership);
    expect([refusal?.code, refusal?.message]).toEqual([code, message]);
  });

  test("staff see the rule with what it found", () => {
    expect(checkMember(ani, suspended)).toMatchObject({
      rule: "membership is active",
      expected: "Active",
      found: "Suspended",
    });
  });
});

test.each<[MembershipStatus, string]>([
  [100, "Active"],
  [200, "Inactive"],
  [300, "Suspended"],
])("status %i is %s", (status, name) => {
  expect(membershipStatusName(status)).toBe(name);
});
