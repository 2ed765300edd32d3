import { expect, test } from "vitest";
import { slowStatements } from "./database-log.ts";

test("O2: slow statements are logged by name, at most one a second", () => {
  const said: unknown[] = [];
  let now = 0;
  const note = slowStatements({ warn: (...line: unknown[]) => said.push(line[0]) }, () => now);
  note({ statement: "redeem_vouchers_many", ms: 999 });
  expect(said).toEqual([]);
  note({ statement: "redeem_vouchers_many", ms: 1_000.4 });
  now = 999;
  note({ statement: "redeem_vouchers_many", ms: 5_000 });
  note({ statement: "list_sales", ms: 5_000 });
  expect(said).toEqual([{ statement: "redeem_vouchers_many", ms: 1_000 }]);
  now = 1_000;
  note({ statement: "transaction", ms: 1_100, code: "55P03" });
  expect(said.slice(1)).toEqual([{ statement: "transaction", ms: 1_100, code: "55P03", alike: 2 }]);
});
