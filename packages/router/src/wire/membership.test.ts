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

describe("a membership", () => {
  it("has its status as a number where one thing is redeemed", () => {
    expect(MembershipWithStatusCode.parse(presentMembershipWithStatusCode(member))).toEqual({
      id: 123,
      tags: ["regular"],
      status: 100,
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
      level: 100,
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
      level: 100,
      level_text: "Blue",
      status: "Active",
      stamps: 250,
      stamps_remaining: 250,
      balance: 150000.5,
      is_blocked: false,
      referral_code: "9121682",
      start_date: "2016-07-25",
      created: "2016-07-26",
    });
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
