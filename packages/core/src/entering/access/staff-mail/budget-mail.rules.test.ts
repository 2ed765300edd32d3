import { describe, expect, it } from "vitest";
import { budgetMail } from "./budget-mail.rules.ts";

const mailIn = (country: string) =>
  budgetMail("blockedPinsOfCaller", {
    merchant: { name: "Kopi Kemang", country },
    ...{ owners: [], most: 50, until: "2026-11-21 19:30" },
  });

describe("the mail about blocked PINs blames a token or a person, and says how to stop each", () => {
  it("in English", () => {
    const { text } = mailIn("SG");
    expect(text).toContain("Wrong tries by one token or person blocked the PINs of 50 customers");
    expect(text).toContain("Revoke the token that caused it, or remove the person who caused it");
  });
  it("in Indonesian", () => {
    const { text } = mailIn("ID");
    expect(text).toContain("dari satu token atau satu orang memblokir PIN 50 pelanggan");
    expect(text).toContain("Cabut token yang menyebabkannya, atau keluarkan orang yang");
  });
});
