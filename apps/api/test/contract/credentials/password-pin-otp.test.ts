import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import {
  at,
  type Counter,
  expectBoth,
  fieldsOf,
  openCounter,
  PASSWORD,
  PIN,
  refused,
} from "../../credentials.ts";
import { withoutScope } from "../../shop.ts";

const OTP = "123456";

/** Each of the fourteen operations with its scope, and a call with its parameters in the documented order. */
const endpoints = [
  ["validatePassword", "password", { user: "", password: PASSWORD }],
  ["setPin", "pin", { user: "", pin: PIN, confirm_pin: PIN }],
  ["changePin", "pin", { user: "", current_pin: PIN, new_pin: PIN, confirm_new_pin: PIN }],
  ["validatePin", "pin", { user: "", pin: PIN }],
  ["unblockPin", "pin", { user: "" }],
  ["requestPinOtp", "otp", { user: "" }],
  ["resetPin", "pin", { user: "", otp: OTP, pin: PIN, confirm_pin: PIN }],
  ["resetPinWithPassword", "pin", { user: "", password: PASSWORD, pin: PIN, confirm_pin: PIN }],
  ["changePassword", "password", { user: "", old_password: PASSWORD, new_password: PASSWORD }],
  ["setPassword", "password", { email: "", new_password: PASSWORD }],
  ["requestPasswordOtp", "otp", { identifier: "", type: "email" }],
  [
    "resetPassword",
    "password",
    { identifier: "", otp: OTP, new_password: PASSWORD, confirm_new_password: PASSWORD },
  ],
  ["validateMobileNumber", "password", { mobile_number: "" }],
  ["resetOtpLimit", "otp", { user: "" }],
] as const;
const ofCustomers = endpoints.filter(([name]) => name !== "validateMobileNumber");
const withStatus = new Set(["validateMobileNumber", "resetOtpLimit"]);

contract("each of the fourteen", (house) => {
  let counter: Counter;
  let elsewhere: Counter;
  beforeAll(async () => {
    counter = await openCounter(house);
    elsewhere = await openCounter(house);
  });

  it.each(endpoints)(
    "%s asks for its parameters in their order, all at once",
    async (name, _, call) => {
      const answer = await counter.call(at[name][0], {});
      expect(fieldsOf(answer)).toEqual([400, Object.keys(call)]);
      const [status, body] = answer;
      const [first] = Object.keys(call);
      const said = `${first}: This field is required.`;
      expect([status, body]).toEqual([
        400,
        {
          detail: said,
          errors: Object.fromEntries(
            Object.keys(call).map((field) => [field, "This field is required."]),
          ),
          error_code: "required",
          error_message: said,
          ...(withStatus.has(name) ? { status: "invalid" } : {}),
        },
      ]);
    },
  );

  it.each(endpoints)("%s is for tokens with its scope", async (name, scope) => {
    const scopes = (
      ["redemptions", "vouchers", "pin", "password", "otp", "bookings"] as const
    ).filter((other) => other !== scope);
    const without = await house.tokenOf(counter.merchant, { scopes });
    const within = await house.tokenOf(counter.merchant, { scopes: [scope] });
    const denied = await counter.call(at[name][0], {}, { token: without });
    expect(denied.slice(0, 2)).toEqual([403, withoutScope(scope)]);
    expect((await counter.callTrpc(at[name][1], {}, { token: without }))[0]).toBe(403);
    expect((await counter.call(at[name][0], {}, { token: within }))[0]).toBe(400);
    const nobody = await house.post(at[name][0], {});
    expect(nobody.slice(0, 2)).toEqual([401, { detail: "Invalid token" }]);
  });

  it.each(endpoints)("%s is POST, with or without a slash behind", async (name) => {
    const [path] = at[name];
    const [status, , headers] = await house.send({ method: "GET", path, token: counter.token });
    expect([status, headers.allow]).toEqual([405, "POST"]);
    expect((await counter.call(`${path}/`, {}))[0]).toBe(400);
  });

  describe("whoever is not the merchant's customer", () => {
    beforeEach(async () => {
      counter = await openCounter(house);
    });

    it.each(ofCustomers)("is nobody to %s", async (name, _, call) => {
      const theirs = await elsewhere.withPin();
      const [field = ""] = Object.keys(call);
      const [status, body] = refused("invalid_user", field, "User not found");
      const whole = withStatus.has(name) ? { ...body, status: "invalid" } : body;
      for (const who of ["no@one.com", theirs.email])
        await expectBoth(counter, at[name], () => ({ ...call, [field]: who }), [status, whole]);
    });
  });
});
