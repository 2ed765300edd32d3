import { expect, it } from "vitest";
import { customer, membership } from "../testing/domain-values.ts";
import { CustomerSummary, presentCustomerSummary } from "./customer-summary.ts";

it("shows the level's name as the status", () => {
  expect(CustomerSummary.parse(presentCustomerSummary({ customer, membership }))).toEqual({
    id: 123,
    status: "Blue",
    stamps_remaining: 250,
  });
});
