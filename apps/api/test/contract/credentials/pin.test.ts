import { beforeEach, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import {
  at,
  type Counter,
  expectBoth,
  ok,
  openCounter,
  PIN,
  refused,
  refusedFields,
  tooManyGuesses,
} from "../../credentials.ts";
import { someMessage } from "../../shop.ts";

const OTHER = "975310";
const WRONG = "111111";
const sixDigits = "A string of exactly 6 digits is expected.";
const missing = "This field is required.";
const mismatch = "Confirmation PIN does not match";
const saysUnblock = expect.stringMatching(/blocked.*unblock or reset/);

contract("setting and changing PINs (2, 3)", (house) => {
  let counter: Counter;
  beforeEach(async () => {
    counter = await openCounter(house);
  });

  const wrongTries = async (user: string, times: number) => {
    for (let n = 0; n < times; n++) await counter.call(at.validatePin[0], { user, pin: WRONG });
  };
  const blocked = async () => {
    const { user } = await counter.withPin();
    await wrongTries(user, 3);
    return user;
  };

  describe("set (2)", () => {
    const first = async () => ({
      user: (await counter.customer()).user,
      pin: PIN,
      confirm_pin: PIN,
    });

    it("sets the first PIN", async () => {
      await expectBoth(counter, at.setPin, first, [200, ok]);
      const body = await first();
      await counter.does(at.setPin, body);
      await counter.does(at.validatePin, { user: body.user, pin: PIN });
    });

    it("takes PINs as strings of six digits alone", async () => {
      const forms: [unknown, string][] = [
        [24680, sixDigits],
        [123456, sixDigits],
        ["12345", sixDigits],
        ["1234567", sixDigits],
        ["12345a", sixDigits],
        [" 24680", sixDigits],
        ["١٢٣٤٥٦", sixDigits],
        [["024680"], sixDigits],
        [true, sixDigits],
      ];
      for (const [pin, message] of forms)
        await expectBoth(
          counter,
          at.setPin,
          () => ({ user: "M1", pin, confirm_pin: PIN }),
          refused("invalid", "pin", message),
        );
    });

    it("wants the PIN twice, and tells it with whatever else is wrong", async () => {
      const twice = async () => ({ ...(await first()), confirm_pin: OTHER });
      await expectBoth(counter, at.setPin, twice, refused("pin_mismatch", "confirm_pin", mismatch));
      await expectBoth(
        counter,
        at.setPin,
        () => ({ pin: PIN, confirm_pin: OTHER }),
        refusedFields("required", { user: missing, confirm_pin: mismatch }),
      );
    });

    it("refuses a second one", async () => {
      const again = async () => ({
        user: (await counter.withPin()).user,
        pin: OTHER,
        confirm_pin: OTHER,
      });
      const says = expect.stringMatching(/already/);
      await expectBoth(counter, at.setPin, again, refused("pin_already_set", "pin", says));
    });

    it("refuses common ones where the merchant wants none", async () => {
      counter = await openCounter(house, { pinRefuseCommon: true });
      const common = async () => ({ ...(await first()), pin: "123456", confirm_pin: "123456" });
      await expectBoth(counter, at.setPin, common, refused("invalid", "pin", someMessage));
      await counter.does(at.setPin, await first());
    });
  });

  describe("change (3)", () => {
    const change = async (parts: object = {}) => ({
      user: (await counter.withPin()).user,
      current_pin: PIN,
      new_pin: OTHER,
      confirm_new_pin: OTHER,
      ...parts,
    });

    it("replaces the PIN", async () => {
      await expectBoth(counter, at.changePin, change, [200, ok]);
      const body = await change();
      await counter.does(at.changePin, body);
      await counter.does(at.validatePin, { user: body.user, pin: OTHER });
      const old = () => ({ user: body.user, pin: PIN });
      const [status] = await counter.call(at.validatePin[0], old());
      expect(status).toBe(400);
    });

    it("refuses a confirmation that differs, before anything is looked at", async () => {
      await expectBoth(
        counter,
        at.changePin,
        () => change({ current_pin: WRONG, confirm_new_pin: PIN }),
        refused("pin_mismatch", "confirm_new_pin", mismatch),
      );
      const user = await blocked();
      await expectBoth(
        counter,
        at.changePin,
        () => change({ user, confirm_new_pin: PIN }),
        refused("pin_mismatch", "confirm_new_pin", mismatch),
      );
    });

    it("refuses a wrong current PIN, one that is not set, and one that is blocked", async () => {
      await expectBoth(
        counter,
        at.changePin,
        () => change({ current_pin: WRONG }),
        refused("invalid_pin", "current_pin", "Invalid PIN"),
      );
      const { user } = await counter.customer();
      await expectBoth(
        counter,
        at.changePin,
        () => change({ user }),
        refused("pin_not_set", "current_pin", someMessage),
      );
      const unusable = await blocked();
      await expectBoth(
        counter,
        at.changePin,
        () => change({ user: unusable }),
        refused("pin_blocked", "current_pin", saysUnblock),
      );
    });

    it("refuses a common one, and tries above the token's minute", async () => {
      counter = await openCounter(house, { pinRefuseCommon: true });
      const common = () => change({ new_pin: "121212", confirm_new_pin: "121212" });
      await expectBoth(counter, at.changePin, common, refused("invalid", "new_pin", someMessage));
      await counter.guessed(60);
      const tooMany = tooManyGuesses("current_pin");
      await expectBoth(counter, at.changePin, change, tooMany);
    });
  });
});
