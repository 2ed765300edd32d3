import { setTimeout as pause } from "node:timers/promises";
import type { CoreContext } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { previewTemplate } from "@stampbook/core/messages";
import { validatePassword } from "@stampbook/core/password";
import { validatePin } from "@stampbook/core/pin";
import { Secret } from "@stampbook/core/secret";
import { createSecrets, type Secrets } from "@stampbook/core/secrets";
import { type OpenHarness, openOwnHarness } from "@stampbook/core/testing";
import { schema, withCaller } from "@stampbook/db";
import { quantile } from "../load/open-client.ts";
import type { Figures } from "./figures.ts";

const PIN = new Secret("482915");
const PASSWORD = new Secret("correct horse battery");
/** Callers of the noisy merchant: as many as the API lets one merchant have. */
const PASSWORD_CALLERS = 96;
const PREVIEW_CALLERS = 20;
const HASH_EVERY_MS = 200;
const PREVIEW_EVERY_MS = 4_000;
/** The deadline of a call to the API. */
const DEADLINE_MS = 10_000;

/**
 * Measures one merchant's right PINs and previews of mails, alone and beside a merchant that fills the queues
 * of hashes and of templates. A caller gives up after 10 seconds, as the API's callers do.
 */
export async function runQueues(seconds: number): Promise<Figures[]> {
  const t = await openOwnHarness();
  try {
    // as the API makes them: the harness's own would wait longer
    const secrets = createSecrets({ current: "a key of nobody, long enough for this", old: [] });
    const quiet = await shopOf(t, secrets);
    const noisy = await shopOf(t, secrets);
    const hashes = { call: quiet.validatePin, everyMs: HASH_EVERY_MS, seconds };
    const previews = { call: quiet.preview, everyMs: PREVIEW_EVERY_MS, seconds: 3 * seconds };
    return [
      await measure("PINs alone", hashes),
      await beside(noisy.validatePassword, PASSWORD_CALLERS, () =>
        measure("PINs beside another merchant's right passwords", hashes),
      ),
      await measure("previews alone", previews),
      await beside(noisy.preview, PREVIEW_CALLERS, () =>
        measure("previews beside another merchant's", previews),
      ),
    ];
  } finally {
    await t.close();
  }
}

type Calls = () => Promise<unknown>;

/** Makes a merchant with a customer for each caller. */
async function shopOf(t: OpenHarness, secrets: Secrets) {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant, { secrets });
  const users: string[] = [];
  const verifier = await secrets.hashPassword(PASSWORD.reveal());
  for (let at = 0; at < PASSWORD_CALLERS; at++) {
    const { id: customerId, email } = await t.given.customer(merchant);
    const owner = { merchantId: merchant.id, customerId };
    await t.db.insert(schema.passwords).values({ ...owner, verifier });
    if (at < 8) {
      const ofPin = await secrets.hashPin(owner, PIN.reveal());
      await t.db.insert(schema.pins).values({ ...owner, verifier: ofPin });
    }
    users.push(email);
  }
  let calls = 0;
  const by = (call: (ctx: CoreContext) => Promise<unknown>) => () =>
    withCaller({ signal: AbortSignal.timeout(DEADLINE_MS), merchantId: merchant.id }, () =>
      call(ctx),
    );
  return {
    validatePin: by((ctx) => validatePin(ctx, { user: users[calls++ % 8] ?? "", pin: PIN })),
    validatePassword: by((ctx) =>
      validatePassword(ctx, { user: users[calls++ % users.length] ?? "", password: PASSWORD }),
    ),
    preview: by((ctx) =>
      previewTemplate(ctx, {
        ...{ code: "otp", channel: "email", subject: "Hello", body: "{{otp}}", html: "" },
        mjml: mail(`${merchant.id} ${calls++}`),
      }),
    ),
  };
}

/** A mail of about 12 KB that no other call compiles. */
const mail = (text: string) =>
  `<mjml><mj-body><mj-section><mj-column>${`<mj-text>${text} {{otp}}</mj-text>`.repeat(300)}</mj-column></mj-section></mj-body></mjml>`;

/** Runs `work` while `callers` callers call again and again. */
async function beside<Result>(call: Calls, callers: number, work: () => Promise<Result>) {
  let isOver = false;
  const noise = Array.from({ length: callers }, async () => {
    while (!isOver) {
      await call().catch(() => {});
      // a refused till tries again after a moment
      await pause(20);
    }
  });
  await pause(500);
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(noise);
  }
}

async function measure(
  phase: string,
  { call, everyMs, seconds }: { call: Calls; everyMs: number; seconds: number },
): Promise<Figures> {
  const answers: { status: number; ms: number }[] = [];
  const end = performance.now() + seconds * 1_000;
  let calls = 0;
  while (performance.now() < end) {
    const began = performance.now();
    calls++;
    void call().then(
      () => answers.push({ status: 200, ms: performance.now() - began }),
      (error: unknown) => {
        const isThrottled = error instanceof Failure && error.kind === "throttled";
        answers.push({ status: isThrottled ? 429 : 503, ms: performance.now() - began });
      },
    );
    await pause(everyMs);
  }
  await pause(DEADLINE_MS);
  // the API would have answered what took longer, or is not answered yet, with 503
  const inTime = answers.filter(({ ms }) => ms <= DEADLINE_MS);
  const count = (wanted: number) => inTime.filter(({ status }) => status === wanted).length;
  const took = inTime.filter(({ status }) => status === 200).map(({ ms }) => ms);
  const [ok, throttled] = [took.length, count(429)];
  return {
    phase,
    statuses: { 200: ok, 429: throttled, 503: calls - ok - throttled },
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    longest: quantile(took, 1),
  };
}
