import { hashSync } from "@node-rs/argon2";
import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { Secret } from "../../foundation/secret.ts";
import {
  counting,
  credentialsIn,
  rightPassword,
  tallied,
  wrongPassword,
} from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { changePassword } from "./change-password.ts";
import { setPassword } from "./set-password.ts";
import { validatePassword } from "./validate-password.ts";

const t = harnessOfFile();
const given = credentialsIn(t);

const other = new Secret("battery staple");

async function rowOf({ id }: Merchant) {
  const { passwords } = schema;
  const [row] = await t.db.select().from(passwords).where(eq(passwords.merchantId, id));
  return row;
}

describe("validating", () => {
  test("by email and Member ID, in whatever case the email is", async () => {
    const { ctx, customer, merchant } = await given.withPassword();
    for (const user of [customer.email.toUpperCase(), customer.memberId, customer.id]) {
      await refusalOf(validatePassword(ctx, { user, password: other }));
      expect(await rowOf(merchant)).toMatchObject({ wrongTries: 1 });
      await validatePassword(ctx, { user, password: rightPassword });
      expect(await rowOf(merchant)).toMatchObject({ wrongTries: 0, deciding: [] });
    }
  });

  test("a wrong one, and one of a customer without any, are refused alike", async () => {
    const { ctx, customer, merchant } = await given.withPassword();
    const none = await t.given.customer(merchant);
    for (const { email } of [customer, none])
      expect(
        await refusalOf(validatePassword(ctx, { user: email, password: wrongPassword })),
      ).toMatchObject({ code: "invalid_password", message: "Invalid user password" });
    expect((await rowOf(merchant))?.wrongTries).toBe(1);
  });

  test("T15: nobody, one without a password and a wrong one take a hash each", async () => {
    const { ctx, customer, merchant } = await given.withPassword();
    const none = await t.given.customer(merchant);
    let hashes = 0;
    const { verifyPassword, verifyNothing } = ctx.secrets;
    const secrets: typeof ctx.secrets = {
      ...ctx.secrets,
      verifyPassword: (...call) => {
        hashes++;
        return verifyPassword(...call);
      },
      verifyNothing: (...call) => {
        hashes++;
        return verifyNothing(...call);
      },
    };
    const taken: number[] = [];
    for (const user of [customer.email, none.email, "nobody@example.com"]) {
      hashes = 0;
      await refusalOf(validatePassword({ ...ctx, secrets }, { user, password: wrongPassword }));
      taken.push(hashes);
    }
    expect(taken).toEqual([1, 1, 1]);
  });

  test("a verifier of a lower cost is replaced when the password is right", async () => {
    const weak = hashSync(rightPassword.reveal(), { memoryCost: 4_096, timeCost: 1 });
    const { ctx, customer, merchant } = await given.withPassword({ verifier: weak });
    const call = () => validatePassword(ctx, { user: customer.email, password: rightPassword });
    await call();
    expect((await rowOf(merchant))?.verifier).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await call();
  });
});

describe("F9: a password typed on another keyboard", () => {
  const composed = new Secret("Gr\u00fc\u00dfe-aus-K\u00f6ln-7");
  const decomposed = new Secret(composed.reveal().normalize("NFD"));

  test("is the same password, set either way", async () => {
    for (const [set, typed] of [
      [composed, decomposed],
      [decomposed, composed],
      [decomposed, decomposed],
    ] as const) {
      const { ctx, customer } = await given.customer();
      await setPassword(ctx, { user: customer.email, newPassword: set });
      await validatePassword(ctx, { user: customer.email, password: typed });
    }
  });

  test("is tried as it was typed too, in one try, and then stored composed", async () => {
    const verifier = hashSync(decomposed.reveal(), {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
    const { ctx, customer, merchant } = await given.withPassword({ verifier });
    const user = customer.email;
    expect((await refusalOf(validatePassword(ctx, { user, password: composed }))).code).toBe(
      "invalid_password",
    );
    const wrong = new Secret("Gru\u0308sse aus Ko\u0308ln");
    await refusalOf(validatePassword(ctx, { user, password: wrong }));
    expect(await rowOf(merchant)).toMatchObject({ wrongTries: 2, verifier });
    await validatePassword(ctx, { user, password: decomposed });
    expect((await rowOf(merchant))?.verifier).not.toBe(verifier);
    await validatePassword(ctx, { user, password: composed });
  });

  test("T15: takes as many hashes for nobody as for a wrong one", async () => {
    const { ctx, customer } = await given.withPassword();
    const count = async (user: string) => {
      let hashes = 0;
      const { verifyPassword, verifyNothing } = ctx.secrets;
      const secrets: typeof ctx.secrets = {
        ...ctx.secrets,
        verifyPassword: (...call) => verifyPassword(...call).finally(() => hashes++),
        verifyNothing: (...call) => verifyNothing(...call).finally(() => hashes++),
      };
      await refusalOf(validatePassword({ ...ctx, secrets }, { user, password: decomposed }));
      return hashes;
    };
    expect([await count(customer.email), await count("nobody@example.com")]).toEqual([2, 2]);
  });

  test("is counted composed", async () => {
    const { ctx, customer } = await given.customer();
    const newPassword = new Secret("\u00fc\u00df\u00e41\u00f6q7".normalize("NFD"));
    expect((await refusalOf(setPassword(ctx, { user: customer.email, newPassword }))).code).toBe(
      "weak_password",
    );
  });
});

describe("guesses", () => {
  test("are free ten times in a row, then each has to wait longer; a right one clears it", async () => {
    const { merchant, customer } = await given.withPassword({ verifier: "x" });
    let offset = 0;
    const guess = (password: Secret, earlier = 0) =>
      validatePassword(counting(t, merchant, { clockOffsetMs: offset - earlier }).ctx, {
        user: customer.email,
        password,
      });
    for (let n = 0; n < 10; n++)
      expect((await refusalOf(guess(wrongPassword))).code).toBe("invalid_password");
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      // uses a clock 20 seconds behind, so that the wait does not end while a slow machine runs the test
      expect(await refusalOf(guess(rightPassword, 20_000))).toMatchObject({
        code: "too_many_attempts",
        retryAfter: expect.any(Number),
      });
      offset += wait * 1_000;
      expect((await refusalOf(guess(wrongPassword))).code).toBe("invalid_password");
    }
    expect((await rowOf(merchant))?.wrongTries).toBe(18);
    offset += 60_000;
    await guess(rightPassword);
    expect(await rowOf(merchant)).toMatchObject({ wrongTries: 0, lastWrongAt: null, deciding: [] });
    expect((await refusalOf(guess(wrongPassword))).code).toBe("invalid_password");
  });

  test("in parallel are no more than one after the other", async () => {
    const { merchant, customer } = await given.withPassword({ verifier: "x" });
    const { ctx, evaluated } = counting(t, merchant);
    const calls = Array.from({ length: 200 }, () =>
      validatePassword(ctx, { user: customer.email, password: wrongPassword }),
    );
    const said = await tallied(calls);
    expect(evaluated()).toBe(10);
    expect(said["Invalid user password"]).toBe(10);
    expect((await rowOf(merchant))?.wrongTries).toBe(10);
  });

  test("one after the wait is one, however many come", async () => {
    const lastWrongAt = new Date(Date.now() - 90_000).toISOString();
    const { merchant, customer } = await given.withPassword({
      verifier: "x",
      wrongTries: 30,
      lastWrongAt,
    });
    const { ctx, evaluated } = counting(t, merchant);
    await tallied(
      Array.from({ length: 50 }, () =>
        validatePassword(ctx, { user: customer.email, password: wrongPassword }),
      ),
    );
    expect(evaluated()).toBe(1);
  });
});

describe("setting and changing", () => {
  test("sets or replaces it, by any identifier, and returns its customer", async () => {
    const { ctx, customer } = await given.customer();
    for (const user of [customer.email.toUpperCase(), customer.memberId, customer.id]) {
      const newPassword = user === customer.id ? other : rightPassword;
      const outcome = await setPassword(ctx, { user, newPassword });
      expect(outcome).toEqual({ id: customer.id, name: customer.name, email: customer.email });
      await validatePassword(ctx, { user: customer.email, password: newPassword });
    }
    const unknown = setPassword(ctx, { user: "nobody@example.com", newPassword: other });
    expect((await refusalOf(unknown)).code).toBe("invalid_user");
  });

  test("a new one clears what the old one's guesses left", async () => {
    const lastWrongAt = new Date().toISOString();
    const { ctx, customer } = await given.withPassword({ wrongTries: 20, lastWrongAt });
    await setPassword(ctx, { user: customer.email, newPassword: other });
    await validatePassword(ctx, { user: customer.email, password: other });
  });

  test("changes for who knows the old one, by any form of identifier", async () => {
    const { ctx, customer, user } = await given.withPassword();
    await changePassword(ctx, { user, oldPassword: rightPassword, newPassword: other });
    await validatePassword(ctx, { user: customer.email, password: other });
    expect(
      await refusalOf(
        changePassword(ctx, { user, oldPassword: rightPassword, newPassword: wrongPassword }),
      ),
    ).toMatchObject({ code: "invalid_password", message: "Invalid user password" });
    await validatePassword(ctx, { user: customer.email, password: other });
  });

  test.each([
    ["seven characters", "1234567", true],
    ["eight", "mjq0 tvw", false],
    ["eight beyond the basic plane", "🔑🔑🔑🔑🔑🔑🔑🔑", false],
    ["seven beyond it", "🔑🔑🔑🔑🔑🔑🔑", true],
    ["128", "x".repeat(128), false],
    ["129", "x".repeat(129), true],
  ])("%s", async (_, text, isWeak) => {
    const { ctx, customer } = await given.customer();
    const newPassword = new Secret(text);
    const call = setPassword(ctx, { user: customer.email, newPassword });
    if (isWeak)
      expect(await refusalOf(call)).toMatchObject({
        code: "weak_password",
        message: "Password must have 8 to 128 characters",
      });
    else await call;
  });
});
