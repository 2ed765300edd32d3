import { expect, test } from "vitest";
import { openShop } from "../stage/shop.ts";
import { works } from "../works/index.ts";
import { learnStatement } from "./learn-statement.ts";
import { wholeReads } from "./plans.ts";

test("no statement of a redemption reads a table whole that grows with the customers", async () => {
  const shop = await openShop({ customers: 3_000 });
  try {
    for (const work of works) {
      const { template } = await learnStatement(shop, work);
      const variables = work.variables(1, shop.customers, 1);
      expect.soft(await wholeReads(shop.stage, template, variables), work.name).toEqual([]);
    }
    const scan = { text: "select * from vouchers where code = $1::text", parameters: [["V1"]] };
    expect(await wholeReads(shop.stage, scan, {})).toEqual(["vouchers"]);
  } finally {
    await shop.close();
  }
});
