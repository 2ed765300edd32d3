import { expect, it } from "vitest";
import { CustomerSummary, presentCustomerSummary } from "./customer-summary.ts";
import { customer, membership } from "./testing/domain-values.ts";

it("shows the level's name as the status", () => {
  expect(CustomerSummary.parse(presentCustomerSummary({ customer, membership }))).toEqual({
    id: 123,
    status: "Blue",
    stamps_remaining: 250,
  });
});
