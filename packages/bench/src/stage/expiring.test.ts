import { expireDueStamps } from "@stampbook/core/stamps";
import { expect, test } from "vitest";
import { addExpiring, passMidnight, proveExpired, readProgress } from "./expiring.ts";
import { seedShop } from "./seed.ts";
import { openStage } from "./stage.ts";

test("the stamps expire at midnight, once, and a customer who is left out is found", async () => {
  const stage = await openStage();
  try {
    await seedShop(stage, 10);
    const due = { from: 11, count: 300 };
    await addExpiring(stage, due);
    expect(await expireDueStamps(stage.core)).toBe(0);
    await passMidnight(stage);
    expect(await proveExpired(stage, due)).toEqual(["0 of 300 customers are right"]);
    expect(await expireDueStamps(stage.core)).toBe(300);
    expect(await expireDueStamps(stage.core)).toBe(0);
    expect(await readProgress(stage)).toMatchObject({ written: 300 });
    expect(await proveExpired(stage, due)).toEqual([]);
    // the control: a customer whose expired stamps are still there
    await stage.sql`update memberships set stamps = stamps + 7 where customer_id = 42`;
    expect((await proveExpired(stage, due))[0]).toBe("299 of 300 customers are right");
  } finally {
    await stage.close();
  }
});
