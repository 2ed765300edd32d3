import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { recordSecurityEvent, type SecurityResult } from "./index.ts";

const t = harnessOfFile();

/** Records sign-ins of two people from 20 addresses, 5 seconds apart. Returns the number of rows. */
async function rowsAfter(result: SecurityResult) {
  const merchant = await t.given.merchant();
  for (let at = 0; at < 20; at++)
    for (const person of ["u1", "u2"])
      await recordSecurityEvent(
        { ...t.deps, clockOffsetMs: at * 5_000 },
        {
          merchantId: merchant.id,
          what: "sign-in",
          result,
          actor: `staff:${person}`,
          origin: { address: `203.0.113.${at}`, userAgent: null },
          details: { method: "password" },
        },
      );
  const { securityEvents } = schema;
  return t.db.$count(securityEvents, eq(securityEvents.merchantId, merchant.id));
}

it("M10: refused sign-ins of a person are one row a minute, whatever their addresses", async () => {
  expect(await rowsAfter("refused")).toBe(4);
});

it("M10: failed ones are a row for each address", async () => {
  expect(await rowsAfter("failed")).toBe(40);
});
