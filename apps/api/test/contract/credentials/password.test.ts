import { beforeEach, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import {
  at,
  type Counter,
  expectBoth,
  ok,
  openCounter,
  PASSWORD,
  refused,
  refusedFields,
  tooManyGuesses,
} from "../../credentials.ts";

const WRONG = "wrong horse";
const OTHER = "battery staple";
const missing = "This field is required.";
const weak = "Password must have 8 to 128 characters";
const saysWhen = expect.stringMatching(/^Too many.*try again in \d+ (second|minute)/);

contract("passwords (1, 9, 10)", (house) => {
  let counter: Counter;
  beforeEach(async () => {
    counter = await openCounter(house);
  });

  /** Sets how many wrong passwords in a row the merchant's customers have entered, the last one just now. */
  const wrongInARow = (times: number) =>
    counter.sql(
      `update passwords set wrong_tries = ${times}, last_wrong_at = now() where merchant_id = ${counter.merchant.id}`,
    );

  describe("validate (1)", () => {
    it("says yes to the right one, and no to any other", async () => {
      const { user } = await counter.withPassword();
      await expectBoth(counter, at.validatePassword, () => ({ user, password: PASSWORD }), [
        200,
        ok,
      ]);
      const no = refused("invalid_password", "password", "Invalid user password");
      for (const password of [WRONG, ` ${PASSWORD}`, PASSWORD.toUpperCase(), "x"])
        await expectBoth(counter, at.validatePassword, () => ({ user, password }), no);
    });

    it("says no the same way where no password is set", async () => {
      const { user } = await counter.customer();
      await expectBoth(
        counter,
        at.validatePassword,
        () => ({ user, password: PASSWORD }),
        refused("invalid_password", "password", "Invalid user password"),
      );
    });

    it("takes a customer in every form", async () => {
      const made = await counter.customer({ memberId: "70077" });
      await counter.does(at.setPassword, { email: made.email, new_password: PASSWORD });
      const { email, id, local } = made;
      const forms = [` ${email.toUpperCase()} `, "70077", 70077, id, `${id}`, local];
      for (const user of [email, ...forms, `+62${local.slice(1)}`])
        await expectBoth(counter, at.validatePassword, () => ({ user, password: PASSWORD }), [
          200,
          ok,
        ]);
    });

    it("takes a password as a string alone", async () => {
      const { user } = await counter.withPassword();
      for (const password of [12345678, true, ["x"], {}])
        await expectBoth(
          counter,
          at.validatePassword,
          () => ({ user, password }),
          refused("invalid", "password", "A string is expected."),
        );
      await expectBoth(
        counter,
        at.validatePassword,
        () => ({ user, password: "x".repeat(257) }),
        refused("max_length", "password", "At most 256 characters are allowed."),
      );
    });

    it("makes one wait after ten wrong ones in a row, the right one too", async () => {
      const { user } = await counter.withPassword();
      await wrongInARow(20);
      for (const password of [WRONG, PASSWORD])
        await expectBoth(
          counter,
          at.validatePassword,
          () => ({ user, password }),
          refused("too_many_attempts", "password", saysWhen, 429),
        );
    });

    it("refuses tries above the token's minute", async () => {
      const { user } = await counter.withPassword();
      await counter.guessed(60);
      await expectBoth(
        counter,
        at.validatePassword,
        () => ({ user, password: PASSWORD }),
        tooManyGuesses("password"),
      );
    });
  });

  describe("change (9)", () => {
    const change = async (parts: object = {}) => ({
      user: (await counter.withPassword()).user,
      old_password: PASSWORD,
      new_password: OTHER,
      ...parts,
    });

    it("replaces the password", async () => {
      await expectBoth(counter, at.changePassword, change, [200, ok]);
      const body = await change();
      await counter.does(at.changePassword, body);
      await counter.does(at.validatePassword, { user: body.user, password: OTHER });
      const [status] = await counter.call(at.validatePassword[0], {
        user: body.user,
        password: PASSWORD,
      });
      expect(status).toBe(400);
    });

    it("refuses a wrong old one, and makes one wait after many", async () => {
      await expectBoth(
        counter,
        at.changePassword,
        () => change({ old_password: WRONG }),
        refused("invalid_password", "old_password", "Invalid user password"),
      );
      const body = await change();
      await wrongInARow(20);
      await expectBoth(
        counter,
        at.changePassword,
        () => body,
        refused("too_many_attempts", "old_password", saysWhen, 429),
      );
    });

    it("refuses a weak new one, with whatever else is wrong", async () => {
      for (const weakOne of ["1234567", "x".repeat(129), "💐".repeat(7)])
        await expectBoth(
          counter,
          at.changePassword,
          () => change({ old_password: WRONG, new_password: weakOne }),
          refused("weak_password", "new_password", weak),
        );
      await expectBoth(
        counter,
        at.changePassword,
        () => ({ new_password: "short" }),
        refusedFields("required", { user: missing, old_password: missing, new_password: weak }),
      );
    });
  });

  describe("set (10)", () => {
    it("sets the first one, and tells whose it is", async () => {
      const { id, email } = await counter.customer();
      const body = { email, new_password: PASSWORD };
      const whose = { ...ok, id, name: "Ayu", email };
      await expectBoth(counter, at.setPassword, () => body, [200, whose]);
      await counter.does(at.validatePassword, { user: email, password: PASSWORD });
    });

    it("replaces one, and with it the wait", async () => {
      const { email } = await counter.withPassword();
      await wrongInARow(20);
      await counter.does(at.setPassword, { email: email.toUpperCase(), new_password: OTHER });
      await counter.does(at.validatePassword, { user: email, password: OTHER });
    });

    it("takes any characters, spaces and all", async () => {
      const { email } = await counter.customer();
      for (const password of [
        "        ",
        " a b c d ",
        "💐".repeat(128),
        "пароль-密码",
        '"{{otp}}\\',
      ]) {
        await counter.does(at.setPassword, { email, new_password: password });
        await counter.does(at.validatePassword, { user: email, password });
      }
    });

    it("takes a customer in every form, and refuses an unknown one", async () => {
      const made = await counter.customer();
      for (const email of [made.memberId, made.local, String(made.id)])
        await counter.does(at.setPassword, { email, new_password: PASSWORD });
      await expectBoth(
        counter,
        at.setPassword,
        () => ({ email: "no@one.com", new_password: PASSWORD }),
        refused("invalid_user", "email", "User not found"),
      );
      await counter.does(at.setPassword, { email: made.id, new_password: PASSWORD });
    });

    it("refuses a weak one", async () => {
      const { email } = await counter.customer();
      await expectBoth(
        counter,
        at.setPassword,
        () => ({ email, new_password: "1234567" }),
        refused("weak_password", "new_password", weak),
      );
      await expectBoth(
        counter,
        at.setPassword,
        () => ({ email: " ", new_password: "1234567" }),
        refusedFields("required", { email: missing, new_password: weak }),
      );
    });

    it("M9: refuses a common one, and one that was set before still opens", async () => {
      const { id, email } = await counter.customer();
      for (const common of ["password", "12345678", "Password1234"])
        await expectBoth(
          counter,
          at.setPassword,
          () => ({ email, new_password: common }),
          refused(
            "weak_password",
            "new_password",
            "This password is too easy to guess, please choose another one",
          ),
        );
      await counter.does(at.setPassword, { email, new_password: PASSWORD });
      const verifier = await house.core.secrets.hashPassword("password");
      await counter.sql(`update passwords set verifier = '${verifier}' where customer_id = ${id}`);
      await counter.does(at.validatePassword, { user: email, password: "password" });
    });
  });
});
