import { type Example, membership, someone, who } from "./values.ts";

const customer = { id: 123, stamps: 255, status: "Blue" };
const award = { id: 1, number_of_stamps: 5 };

/** Examples of the operations that add, cancel and deduct stamps by hand. */
export const stamps: Readonly<Record<string, Example>> = {
  "stamps.add": {
    body: { ...who, number_of_stamps: 5, notes: "Forgot the card", expiration_date: "2030-12-31" },
    answer: { customer, award },
  },
  "stamps.addToMember": {
    body: { ...someone, stamps: 5, note: "Forgot the card" },
    answer: {
      award: { id: 1, stamps: 5 },
      customer: { id: 123, stamps_remaining: 255, status: "Blue" },
    },
  },
  "stamps.cancel": {
    body: { ...someone, id: 1 },
    answer: { customer: { ...customer, stamps: 250 }, award: { ...award, status: "Canceled" } },
  },
  "stamps.deduct": {
    body: { ...someone, stamps: 5, notes: "Counted twice" },
    answer: {
      membership: { ...membership, stamps: 245, stamps_remaining: 245, group_id: 1 },
      stamps_deduction: {
        id: 1,
        stamps: 5,
        notes: "Counted twice",
        created: "2026-11-22T00:00:00Z",
        created_timestamp: 1795305600,
        status: 1,
      },
    },
  },
};
