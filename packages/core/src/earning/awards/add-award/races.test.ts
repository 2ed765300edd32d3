import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { together, twoProcesses } from "../../../testing/index.ts";
import type { AwardInput } from "../types.ts";
import { addAward } from "./add-award.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const { id, email, memberId } = await t.given.customer(merchant, {}, { stamps: 5 });
  const input: AwardInput = {
    ...{ user: email, store: store.id, stamps: 1, notes: null, expiresOn: null },
  };
  const awards = async () => (await t.rows(merchant)).get("stampAwards")?.size ?? 0;
  const stamps = async () =>
    (await t.rows(merchant)).get("memberships")?.get(String(id))?.stamps ?? null;
  return { merchant, names: [email, memberId], input, awards, stamps };
}

describe("calls of two processes", () => {
  test("100 of one stamp each, for one customer by two names, give 100", async () => {
    const { merchant, names, input, awards, stamps } = await setting();
    const answers = await together(twoProcesses(t), 100, (writing, n) =>
      addAward({ ...t.as(merchant), writing }, { ...input, user: names[(n >> 1) % 2] ?? "" }),
    );
    expect(answers).toEqual({ done: 100 });
    expect(await awards()).toBe(100);
    expect(await stamps()).toBe(105);
  });

  test.each([
    ["with one key have one effect", true, 1],
    ["without keys have 10 effects", false, 10],
  ])("10 of one stamp %s", async (_, isKeyed, effects) => {
    const { merchant, input, awards, stamps } = await setting();
    const answers = await together(twoProcesses(t), 10, (writing) => {
      const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
      return addAward({ ...ctx, writing }, input);
    });
    expect(answers).toEqual({ done: 10 });
    expect(await awards()).toBe(effects);
    expect(await stamps()).toBe(5 + effects);
  });
});
