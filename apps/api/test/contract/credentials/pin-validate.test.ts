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
  tooManyGuesses,
} from "../../credentials.ts";
import { someMessage } from "../../shop.ts";

const OTHER = "975310";
const WRONG = "111111";
const sixDigits = "A string of exactly 6 digits is expected.";
const left = (attempts: number) =>
  refused("invalid_pin", "pin", `Invalid PIN, ${attempts} attempt(s) left`);
const saysUnblock = expect.stringMatching(/blocked.*unblock or reset/);

contract("validating and unblocking PINs (4, 5)", (house) => {
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

  describe("validate (4)", () => {
    it("says yes, and what is left where it says no", async () => {
      const { user } = await counter.withPin();
      await expectBoth(counter, at.validatePin, () => ({ user, pin: PIN }), [200, ok]);
      const wrong = async () => ({ user: (await counter.withPin()).user, pin: WRONG });
      await expectBoth(counter, at.validatePin, wrong, left(2));
      for (const attempts of [2, 1])
        expect((await counter.call(at.validatePin[0], { user, pin: WRONG })).slice(0, 2)).toEqual(
          left(attempts),
        );
      await counter.does(at.validatePin, { user, pin: PIN });
      expect((await counter.call(at.validatePin[0], { user, pin: WRONG })).slice(0, 2)).toEqual(
        left(2),
      );
    });

    it("blocks after the last one, even for the right PIN, for a week", async () => {
      const user = await blocked();
      for (const pin of [WRONG, PIN])
        await expectBoth(
          counter,
          at.validatePin,
          () => ({ user, pin }),
          refused("pin_blocked", "pin", saysUnblock),
        );
      const { id } = counter.merchant;
      await counter.sql(
        `update pins set last_wrong_at = last_wrong_at - interval '604800 seconds' where merchant_id = ${id}`,
      );
      await counter.does(at.validatePin, { user, pin: PIN });
    });

    it("counts wrong ones together with change and authorize", async () => {
      const { user } = await counter.withPin();
      const confirmed = { new_pin: OTHER, confirm_new_pin: OTHER };
      await counter.call(at.changePin[0], { user, current_pin: WRONG, ...confirmed });
      const redeem = { user, pin: WRONG, request_id: "r-1", timeout: 60 };
      expect((await counter.call("/api/redemptions/authorize", redeem)).slice(0, 2)).toEqual(
        left(1),
      );
      expect((await counter.call(at.validatePin[0], { user, pin: WRONG })).slice(0, 2)).toEqual(
        left(0),
      );
      const [, answer] = await counter.call("/api/redemptions/authorize", { ...redeem, pin: PIN });
      expect(answer).toEqual(refused("pin_blocked", "pin", saysUnblock)[1]);
    });

    it("refuses a PIN that is not set, a number, and tries above the token's minute", async () => {
      const { user } = await counter.customer();
      const unset = refused("pin_not_set", "pin", someMessage);
      await expectBoth(counter, at.validatePin, () => ({ user, pin: PIN }), unset);
      const number = refused("invalid", "pin", sixDigits);
      await expectBoth(counter, at.validatePin, () => ({ user, pin: 123456 }), number);
      const known = await counter.withPin();
      await counter.guessed(60);
      const tooMany = tooManyGuesses("pin");
      const right = () => ({ user: known.user, pin: PIN });
      await expectBoth(counter, at.validatePin, right, tooMany);
    });
  });

  describe("unblock (5)", () => {
    it("lets the PIN be used again, with every attempt", async () => {
      await expectBoth(counter, at.unblockPin, async () => ({ user: await blocked() }), [200, ok]);
      const user = await blocked();
      await counter.does(at.unblockPin, { user });
      expect((await counter.call(at.validatePin[0], { user, pin: WRONG })).slice(0, 2)).toEqual(
        left(2),
      );
      await counter.does(at.validatePin, { user, pin: PIN });
    });

    it("changes nothing where nothing is blocked, or no PIN is set", async () => {
      const { user } = await counter.withPassword();
      await expectBoth(counter, at.unblockPin, () => ({ user }), [200, ok]);
      await counter.does(at.validatePassword, { user, password: PASSWORD });
      await counter.does(at.setPin, { user, pin: PIN, confirm_pin: PIN });
    });
  });
});
