/** The moment of the examples' calls. */
export const now = 1795305600;

/** 15 minutes later. */
export const undoUntil = now + 900;

/** The token of the examples. */
export const till = { kind: "token", id: 1, name: "POS" };

/** The token of the guest's link to it. */
export const linkToken = "v1.1.1.vto6hw.0y3hT2nUuQe5kX9cYb7Zxg";

/** The booking of the examples, as tokens see it. */
export const booking = {
  id: 1,
  store: 32,
  date: "2030-11-21",
  time: "19:30:00",
  phone: "081239871234",
  number_of_people: 4,
  status: "Requested",
  store_code: "TK5Z",
  store_name: "Kemang",
  user: "customer@example.com",
  customer: { id: 123, name: "Customer" },
  notes: "By the window",
  revision: 1,
  next: ["Confirmed", "Seated", "Canceled", "No-show"],
  can_undo_until: null,
  created: now,
  decided: null,
  decided_by: null,
  messages: [],
};
