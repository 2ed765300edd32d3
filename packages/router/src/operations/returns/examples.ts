import * as sample from "../../document/sample.ts";

const content = (value: number, stamps_earned: number, quantity: number) => ({
  id: 1,
  value,
  stamps_earned,
  number_of_people: 1,
  discount: null,
  subtotal: null,
  items: [
    {
      id: 1,
      quantity,
      subtotal: value,
      price_per_unit: null,
      product: { id: null, name: "Kaya Bun" },
    },
  ],
  payments: [{ id: 1, value, eligible_for_stamps: true, payment_method_code: "cash" }],
});

/** Examples of a return and of its preview. */
export const body = {
  root_invoice_number: "INV-4",
  root_transaction_store: 32,
  return_invoice_number: "INV-4.1",
  return_store: 32,
  total_value_delta: -47500,
  items: [{ product_name: "Kaya Bun", quantity: -1, subtotal: -47500 }],
  payments: [{ payment_method: "cash", value: -47500 }],
};

/** The answer; a preview has no id, and shows the membership as it is. */
export const answer = (id: number | null, stamps: number) => ({
  user: sample.userInShort,
  membership: { ...sample.membership, stamps, stamps_remaining: stamps },
  root_transaction: content(95000, 9, 2),
  original_transaction: content(95000, 9, 2),
  modified_transaction: { ...content(47500, 4, 1), id: id === null ? null : 1 },
  modification: {
    id,
    created: 1795305600,
    return_invoice_number: "INV-4.1",
    stamps_delta: -5,
    stamps_delta_override: null,
    stamps_refund_from_payments: 0,
    total_stamps_delta: -5,
    subtotal_delta: null,
    grand_total_delta: -47500,
    stamps_taken: 5,
    stamps_owed_delta: 0,
    stamps_let_go: 0,
  },
});
