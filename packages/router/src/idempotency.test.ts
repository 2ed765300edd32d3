import fc from "fast-check";
import { expect, it } from "vitest";
import { canonical } from "./idempotency.ts";

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
