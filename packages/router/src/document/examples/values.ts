/** A call of an operation on the sample merchant of `docs/import-format.md`, and its response. */
export type Example = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
};

// Data of the sample merchant that several examples show.

export const ok = { status: "ok" };
export const someone = { user: "customer@example.com" };
export const who = { ...someone, store: 32 };
export const membership = {
  id: 123,
  tags: [],
  status: 100,
  status_text: "Blue",
  level: 100,
  level_text: "Blue",
  member_status: "Active",
  is_blocked: false,
  redemption_allowed: true,
  stamps_owed: 0,
  stamps: 250,
  stamps_remaining: 250,
  balance: 0,
  referral_code: "9121682",
  start_date: "2016-07-25",
  created: "2026-11-21",
};
export const { status: _, ...withoutStatus } = membership;
export const { tags: __, ...withoutTags } = membership;
export const customer = { id: 123, status: "Blue", stamps_remaining: 250 };
export const shortVoucher = { id: 4, name: "Free Kaya Bun", code: "PZ633ECV", type: "voucher" };
export const voucher = {
  id: 5,
  name: "Free Kaya Bun",
  code: "7Q2M0ZK4T9XW3RBH",
  is_active: true,
  start_date: "2026-11-21",
  end_date: "2026-12-22",
  value: null,
  picture_url: "https://example.com/bun.png",
  short_description: "",
  description: "",
  instructions: "",
  terms_and_conditions: "",
  extra_data: {},
};
export const reward = {
  id: 1,
  name: "Kaya Bun",
  stamps_to_redeem: 2,
  extra_data: {},
  code: "MI0017",
  type: "reward",
};
export const redemption = { id: 1, reward: "Free Kaya Bun", stamps_used: 0, extra_data: null };
