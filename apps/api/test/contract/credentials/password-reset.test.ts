import { beforeEach, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import {
  at,
  type Counter,
  expectBoth,
  ok,
  openCounter,
  PASSWORD,
  PIN,
  refused,
  refusedFields,
  tooManyGuesses,
} from "../../credentials.ts";

const OTHER = "battery staple";
const missing = "This field is required.";
const sixDigits = "A string of exactly 6 digits is expected.";
const weak = "Password must have 8 to 128 characters";
const mismatch = "Confirmation password does not match";
const invalidOtp = refused("invalid_otp", "otp", "Invalid OTP");
const another = (otp: string) => (otp === "000000" ? "000001" : "000000");

contract("resetting passwords (12)", (house) => {
  let counter: Counter;
  beforeEach(async () => {
    counter = await openCounter(house);
  });

  /** The body of a call that succeeds, with an OTP of a new customer. */
  const reset = async (parts: object = {}) => {
    const { email: identifier } = await counter.withPassword();
    const { otp } = await counter.does(at.requestPasswordOtp, { identifier, type: "email" });
    return {
      identifier,
      otp,
      new_password: OTHER,
      confirm_new_password: OTHER,
      ...parts,
    };
  };

  it("replaces the password, once", async () => {
    await expectBoth(counter, at.resetPassword, reset, [200, ok]);
    const body = await reset();
    await counter.does(at.resetPassword, body);
    await counter.does(at.validatePassword, { user: body.identifier, password: OTHER });
    await expectBoth(counter, at.resetPassword, () => body, invalidOtp);
  });

  it("sets a first one, and ends a wait", async () => {
    const { email: identifier } = await counter.customer();
    const { otp } = await counter.does(at.requestPasswordOtp, { identifier, type: "email" });
    await counter.does(at.resetPassword, await reset({ identifier, otp }));
    await counter.sql(
      `update passwords set wrong_tries = 20, last_wrong_at = now() where merchant_id = ${counter.merchant.id}`,
    );
    const again = await counter.does(at.requestPasswordOtp, { identifier, type: "email" });
    await counter.does(at.resetPassword, await reset({ identifier, otp: again.otp }));
    await counter.does(at.validatePassword, { user: identifier, password: OTHER });
  });

  it("takes the customer in every form", async () => {
    const made = await counter.customer();
    for (const identifier of [made.email, made.memberId, made.local, made.id, String(made.id)]) {
      const { otp } = await counter.does(at.requestPasswordOtp, { identifier, type: "email" });
      await counter.does(at.resetPassword, await reset({ identifier, otp }));
    }
  });

  describe("refuses an OTP", () => {
    it("that is wrong, and after five wrong ones the right one", async () => {
      const wrong = async () => {
        const body = await reset();
        return { ...body, otp: another(body.otp) };
      };
      await expectBoth(counter, at.resetPassword, wrong, invalidOtp);
      const body = await reset();
      for (let n = 0; n < 5; n++)
        expect(
          (await counter.call(at.resetPassword[0], { ...body, otp: another(body.otp) })).slice(
            0,
            2,
          ),
        ).toEqual(invalidOtp);
      await expectBoth(counter, at.resetPassword, () => body, invalidOtp);
    });

    it("that is too old, that a newer one voids, that is for a PIN, or another's", async () => {
      const old = async () => {
        const body = await reset();
        await counter.sql(
          `update one_time_passwords set expires_at = now() where merchant_id = ${counter.merchant.id}`,
        );
        return body;
      };
      await expectBoth(counter, at.resetPassword, old, invalidOtp);

      const body = await reset();
      const { identifier } = body;
      let newer = body.otp;
      while (newer === body.otp)
        newer = (await counter.does(at.requestPasswordOtp, { identifier, type: "email" })).otp;
      await expectBoth(counter, at.resetPassword, () => body, invalidOtp);

      const forPin = async () => {
        const { email } = await counter.withPassword();
        const { otp } = await counter.does(at.requestPinOtp, { user: email });
        return { ...body, identifier: email, otp };
      };
      await expectBoth(counter, at.resetPassword, forPin, invalidOtp);

      const anothers = async () => ({
        ...(await reset()),
        identifier: (await counter.customer()).email,
      });
      await expectBoth(counter, at.resetPassword, anothers, invalidOtp);
    });

    it("above the token's minute, right or wrong", async () => {
      const body = await reset();
      await counter.guessed(60);
      await expectBoth(counter, at.resetPassword, () => body, tooManyGuesses("otp"));
    });
  });

  describe("refuses the input", () => {
    it("where the confirmation differs, and leaves the OTP as it is", async () => {
      const body = await reset();
      await expectBoth(
        counter,
        at.resetPassword,
        () => ({ ...body, confirm_new_password: PASSWORD }),
        refused("mismatch_password", "confirm_new_password", mismatch),
      );
      await counter.does(at.resetPassword, body);
    });

    it("where the password is weak, and tells a confirmation that differs too", async () => {
      await expectBoth(
        counter,
        at.resetPassword,
        () => reset({ new_password: "short", confirm_new_password: "short" }),
        refused("weak_password", "new_password", weak),
      );
      await expectBoth(
        counter,
        at.resetPassword,
        () => ({ otp: 123456, new_password: "short", confirm_new_password: "other" }),
        refusedFields("required", {
          identifier: missing,
          otp: sixDigits,
          new_password: weak,
          confirm_new_password: mismatch,
        }),
      );
    });

    it("where the OTP is no string of six digits", async () => {
      for (const otp of [123456, "12345", "1234567", "12345x"])
        await expectBoth(
          counter,
          at.resetPassword,
          () => reset({ otp }),
          refused("invalid", "otp", sixDigits),
        );
    });
  });

  it("leaves the PIN and its OTP alone", async () => {
    const { user } = await counter.withPin();
    const forPin = await counter.does(at.requestPinOtp, { user });
    const { otp } = await counter.does(at.requestPasswordOtp, { identifier: user, type: "sms" });
    await counter.does(at.resetPassword, await reset({ identifier: user, otp }));
    await counter.does(at.validatePin, { user, pin: PIN });
    await counter.does(at.resetPin, { user, otp: forPin.otp, pin: PIN, confirm_pin: PIN });
  });
});
