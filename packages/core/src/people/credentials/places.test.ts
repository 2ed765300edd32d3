import { beforeAll, expect, test } from "vitest";
import { credentialsIn, rightPassword, rightPin } from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { validatePassword } from "../password/index.ts";
import { validatePin } from "../pin/index.ts";

let given: ReturnType<typeof credentialsIn>;
let sent: string[] = [];
const t = harnessOfFile({ isOwn: true, onStatement: (text) => sent.push(text) });
beforeAll(() => {
  given = credentialsIn(t);
});

/** Runs `work` while all places in the hash queue are reserved. */
async function whileFull<Result>(work: () => Promise<Result>): Promise<Result> {
  const { isFull, onPlace } = t.deps.secrets;
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const held: Promise<void>[] = [];
  while (!isFull()) held.push(onPlace(() => left));
  try {
    return await work();
  } finally {
    leave();
    await Promise.all(held);
  }
}

test("a try has its place in the hash queue before anything is read", async () => {
  const pins = await given.withPin();
  const passwords = await given.withPassword();
  const user = pins.customer.email;
  const tries = [
    () => validatePin(pins.ctx, { user, pin: rightPin }),
    () =>
      validatePassword(passwords.ctx, { user: passwords.customer.email, password: rightPassword }),
  ];
  for (const attempt of tries) {
    sent = [];
    expect(await whileFull(() => refusalOf(attempt()))).toMatchObject({ code: "overloaded" });
    expect(sent).toEqual([]);
    // with free places, the call is served and sends statements
    await attempt();
    expect(sent.length).toBeGreaterThan(0);
  }
});
