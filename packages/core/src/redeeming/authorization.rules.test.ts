import { describe, expect, test } from "vitest";
import { type Authorization, checkAuthorization } from "./authorization.rules.ts";

const live: Authorization = { id: 5, live: true, spent: false };
const expired = { ...live, live: false };
const spent = { ...live, spent: true };
const asked = (authorization: Authorization | null) => ({
  needsAuthorization: true,
  authorization,
});
const free = { needsAuthorization: false, authorization: null };

describe("where the merchant asks for the PIN", () => {
  test.each<[string, Authorization | null, string | null, string | undefined]>([
    ["authorized", live, "r1", undefined],
    [
      "C11: no request_id",
      null,
      null,
      "A request_id is required: PIN authorization is enabled. Authorize one with POST /api/redemptions/authorize.",
    ],
    ["a request that is not authorized", null, "r1", "This request is not authorized"],
    ["spent", spent, "r1", "This authorization was already used"],
    ["expired", expired, "r1", "This authorization has expired"],
    [
      "spent before expired",
      { ...spent, live: false },
      "r1",
      "This authorization was already used",
    ],
  ])("%s", (_, authorization, requestId, message) => {
    const refusal = checkAuthorization(asked(authorization), requestId);
    expect(refusal?.message).toBe(message);
    expect(refusal?.code).toBe(message && "authorization_required");
  });
});

describe("where it does not", () => {
  test("nothing is refused", () => expect(checkAuthorization(free, null)).toBeNull());
  test.each<[string, Authorization]>([
    ["a live one", live],
    ["an expired one", expired],
  ])("nor by %s", (_, authorization) => {
    expect(checkAuthorization({ ...free, authorization }, "r1")).toBeNull();
  });
});
