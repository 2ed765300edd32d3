import { canonical } from "@stampbook/core/canonical";
import fc from "fast-check";
import { expect, it } from "vitest";
import { alike, idempotencyOf } from "./idempotency.ts";

it("L7: the key of an anonymous call belongs to its address, and another guest cannot squat it", () => {
  const secrets = { fingerprint: (text: string) => text, isFingerprintOf: () => true };
  const core = { secrets } as unknown as Parameters<typeof idempotencyOf>[0];
  const call = { key: "k1", operation: "bookings.add", input: {}, onReplay: () => {} };
  const keyOf = (of?: string) => idempotencyOf(core, of === undefined ? call : { ...call, of }).key;
  expect(keyOf("192.0.2.1")).toBe(keyOf("192.0.2.1"));
  expect(keyOf("192.0.2.1")).not.toBe(keyOf("192.0.2.2"));
  // the stored key is a hash, so that nobody can send it as a key of their own
  expect(keyOf("192.0.2.1")).not.toContain("k1");
  expect(keyOf()).toBe("k1");
});

it("writes equal values alike, whatever the order of their keys", () => {
  expect(canonical({ b: [1, { d: null, c: "x" }], a: undefined })).toBe(
    canonical({ a: null, b: [1, { c: "x", d: null }] }),
  );
  expect(canonical(undefined)).toBe("null");
});

it("writes different values differently, and always as JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(JSON.parse(canonical(one))).toEqual(JSON.parse(JSON.stringify(one)));
      const same = JSON.stringify(one) === JSON.stringify(other);
      if (!same && canonical(one) === canonical(other))
        expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
    }),
  );
});

it("writes what means the same alike, and nothing else", () => {
  const call = {
    user: "ani@example.com",
    store: 31,
    promo_code: "BUN",
    email: "Ani@Example.com",
    reward_by_code: "R1",
    rewards: [{ code: "R1", qty: 1 }],
    reward_redemptions: [{ reward: "R1", qty: 1 }],
    voucher_redemptions: [{ voucher_code: "CAKE0016" }],
    promo_code_redemptions: [{ promo_code: "BUN" }],
    extra_data: { store: 31, code: "r1" },
  };
  const other = {
    ...call,
    user: "Ani@Example.com",
    store: "31",
    promo_code: "bun",
    email: "ani@example.com",
    reward_by_code: "r1",
    rewards: [{ code: "r1", qty: 1 }],
    reward_redemptions: [{ reward: "r1", qty: 1 }],
    voucher_redemptions: [{ voucher_code: "cake0016" }],
    promo_code_redemptions: [{ promo_code: "bun" }],
  };
  expect(alike(other)).toEqual(alike(call));
  for (const changed of [
    { user: "m1" },
    { store: "031" },
    { rewards: [{ code: "R2", qty: 1 }] },
    { reward_redemptions: [{ reward: "R2", qty: 1 }] },
    { extra_data: { store: "31", code: "r1" } },
    { extra_data: { store: 31, code: "R1" } },
  ])
    expect(alike({ ...call, ...changed })).not.toEqual(alike(call));
  for (const field of ["user", "identifier", "id"])
    expect(alike({ [field]: "m1" })).toEqual(alike({ [field]: "M1" }));
  expect(alike({ user: 7 })).toEqual(alike({ user: "7" }));
  expect(alike({ id: "7" })).toEqual({ id: 7 });
  expect(alike({ id: "Ani@Example.com" })).toEqual(alike({ id: "ani@example.com" }));
  expect(alike({ id: "07" })).not.toEqual(alike({ id: 7 }));
  expect(alike(null)).toBeNull();
});
