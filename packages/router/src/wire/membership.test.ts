import { describe, expect, it } from "vitest";
import {
  MembershipWithLevel,
  MembershipWithStatusCode,
  MembershipWithStatusText,
  presentMembershipWithLevel,
  presentMembershipWithStatusCode,
  presentMembershipWithStatusText,
} from "./membership.ts";
import { customer, membership } from "./testing/domain-values.ts";

const member = { customer, membership };
const standing = {
  status_text: "Blue",
  level: 100,
  level_text: "Blue",
  member_status: "Active",
  is_blocked: false,
  redemption_allowed: true,
  stamps_owed: 0,
};

describe("a membership", () => {
  it("has the level's code as its status where one thing is redeemed", () => {
    expect(MembershipWithStatusCode.parse(presentMembershipWithStatusCode(member))).toEqual({
      id: 123,
      tags: ["regular"],
      status: 100,
      ...standing,
      stamps: 250,
      stamps_remaining: 250,
      balance: 150000.5,
      referral_code: "9121682",
      start_date: "2016-07-25",
      created: "2016-07-26",
    });
  });

  it("has its level in place of a status where a promo code is redeemed", () => {
    expect(MembershipWithLevel.parse(presentMembershipWithLevel(member))).toEqual({
      id: 123,
      tags: ["regular"],
      ...standing,
      stamps: 250,
      stamps_remaining: 250,
      balance: 150000.5,
      referral_code: "9121682",
      start_date: "2016-07-25",
      created: "2016-07-26",
    });
  });

  it("has its status as a word, level and block where several rewards are redeemed", () => {
    expect(MembershipWithStatusText.parse(presentMembershipWithStatusText(member))).toEqual({
      id: 123,
      status: "Active",
      ...standing,
      stamps: 250,
      stamps_remaining: 250,
      balance: 150000.5,
      referral_code: "9121682",
      start_date: "2016-07-25",
      created: "2016-07-26",
    });
  });

  it.each([
    ["another level", { level: 300, levelName: "Gold" }, {}, { status: 300, status_text: "Gold" }],
    ["blocked", { isBlocked: true }, {}, { is_blocked: true, redemption_allowed: false }],
    ["suspended", { status: 300 as const }, {}, { member_status: "Suspended", status: 100 }],
    ["not active", {}, { isActive: false }, { redemption_allowed: false, is_blocked: false }],
  ])("tells that it is %s", (_, part, person, shown) => {
    const other = { customer: { ...customer, ...person }, membership: { ...membership, ...part } };
    expect(presentMembershipWithStatusCode(other)).toMatchObject(shown);
  });

  it.each([
    ["999999999999.99", "999999999999.99"],
    ["0.10", "0.1"],
    ["-0.01", "-0.01"],
  ])("carries the balance %s as the number %s, exactly", (balance, written) => {
    const shown = presentMembershipWithLevel({ customer, membership: { ...membership, balance } });
    expect(JSON.stringify(MembershipWithLevel.parse(shown))).toContain(`"balance":${written},`);
  });
});
