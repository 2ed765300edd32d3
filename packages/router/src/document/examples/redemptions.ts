import { customer, type Example, redemption, who } from "./values.ts";

const { id } = redemption;

/** Examples of the redemptions of interface 2. */
export const redemptions: Readonly<Record<string, Example>> = {
  "redemptions.addInvoiceNumber": {
    body: { redemption_id: 1, invoice_number: "INV-6" },
    answer: { redemption },
  },
  "redemptions.add": {
    body: { ...who, reward: 1 },
    answer: {
      redemption: { id, reward: "Kaya Bun", stamps_used: 2 },
      customer: { id: customer.id, stamps_remaining: 248 },
      voucher: {
        id: 5,
        name: "Free Kaya Bun",
        type: "voucher",
        quantity: 1,
        image_url: "https://example.com/bun.png",
        expires_on: "22-12-2026 23:59",
      },
    },
  },
};
