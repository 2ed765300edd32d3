import { expect, test } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import type { CallKey } from "../../foundation/writing/index.ts";
import { send } from "../../machinery/kernel/index.ts";
import { twoProcesses } from "../races.ts";
import type { AnySeen } from "./tested.ts";
import { codeOf, type Trial } from "./trial.ts";

/** Tests calls that share a subject, such as a voucher, or an idempotency key. */
export function testSubjects<
  Call extends CallKey,
  Seen extends AnySeen,
  Done,
  Name extends string,
>({ tested, run, newShop, shop, t }: Trial<Call, Seen, Done, Name>): void {
  const { operation, shares, queued = [], needs = {} } = tested;
  const { statement, without } = operation;

  test("are given for each subject", () => {
    expect(Object.keys(shares).sort()).toEqual([...operation.once].sort());
  });

  /** Two calls that share a subject, in a new shop. */
  async function two(subject: string) {
    const { call } = await newShop();
    const first = { ...(await call(needs[subject])), key: "one", fingerprint: "f" };
    const twin = subject === "key" ? undefined : first;
    const second = { ...(await call(needs[subject], twin)), key: "two", fingerprint: "f" };
    return [first, { ...second, ...shares[subject]?.(first) }] as const;
  }
  const keys = async () => (await t().rows(shop().merchant)).get("idempotencyKeys")?.size;

  test.each(operation.once)("%s: one of a batch is done, and leaves its key", async (subject) => {
    const found = async (one: typeof statement) => [
      await run(one, await two(subject), "skip"),
      await keys(),
    ];
    expect(await found(statement)).toEqual([[true, false], 1]);
    expect(await found(without({ once: subject }))).not.toEqual([[true, false], 1]);
  });

  const inTurn = operation.once.map(
    (subject) => [subject, queued.includes(subject) ? 20 : 1] as const,
  );
  test.each(inTurn)("%s: done of 20 in two processes: %i", async (subject, most) => {
    const [first] = await two(subject);
    const writings = twoProcesses(t());
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const keyed = {
          ...(await shop().call(needs[subject], first)),
          key: `k${n}`,
          fingerprint: "f",
        };
        const call = { ...keyed, ...shares[subject]?.(first) };
        const writing = writings[n % 2] as CoreContext["writing"];
        const ctx: CoreContext = t().as(shop().merchant, { writing });
        const { key, fingerprint } = call as { key: string; fingerprint: string };
        const idempotency = { key, fingerprint, isSame: () => false, onReplay: () => {} };
        const how = { subjects: () => [`call ${n}`], recordedAs: "x" };
        return send({ ...ctx, idempotency }, operation, call, how).then(() => "done", codeOf);
      }),
    );
    expect(answers.filter((answer) => answer === "done")).toHaveLength(most);
    expect(new Set(answers).size).toBe(most === 20 ? 1 : 2);
  });
}
