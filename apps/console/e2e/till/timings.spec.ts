import { sessionOf } from "../testing/session.ts";
import { lineOf, ROUNDS, takeStopwatch, timeOf } from "../testing/stopwatch.ts";
import { expect, test } from "../testing/test.ts";

// Prints the times, but asserts only the results, because a busy machine is slower. docs/benchmarks.md says
// which times are wanted, and how to repeat the measurement.

test.use({ storageState: sessionOf("manager") });

/** Some customers who may redeem. Each has few vouchers, as real customers do. */
const served = [101, 102, 103, 108, 109, 111, 112, 113, 115, 116, 117, 118, 119, 120, 121, 122];

const VISIT = "[data-step=visit] form li";
const RECEIPT = "[data-step=receipt] [data-receipt]";

test("how long the till takes from a scan to the visit, and from Enter to the receipt", async ({
  till,
  page,
  calls,
}) => {
  test.setTimeout(60_000 + ROUNDS * 30_000);
  const codes: string[] = [];
  for (let count = 0; count < 2 * ROUNDS; count++) {
    const customer = served[count % served.length] ?? 101;
    codes.push((await calls.issueVoucher(customer, 12)).code);
  }
  const redeemed: string[] = [];
  page.on("response", async (response) => {
    if (!/visits\.confirm/.test(response.url())) return;
    const { data } = (await response.json()).result;
    redeemed.push(data.lines[0].voucher.code);
  });
  const times = { firstVisit: [], firstReceipt: [], visit: [], receipt: [] } as Record<
    "firstVisit" | "firstReceipt" | "visit" | "receipt",
    number[]
  >;
  await takeStopwatch(page);
  for (let round = 0; round < ROUNDS; round++) {
    // loads the page again, so that the first of the two visits has new scripts and a new connection
    await till.openWhole();
    for (const isFirst of [true, false]) {
      const code = codes[2 * round + (isFirst ? 0 : 1)] ?? "";
      times[isFirst ? "firstVisit" : "visit"].push(
        await timeOf(page, VISIT, () => till.scan(code)),
      );
      await expect(till.line(code)).toBeVisible();
      await expect(till.confirm).toBeEnabled();
      times[isFirst ? "firstReceipt" : "receipt"].push(
        await timeOf(page, RECEIPT, () => till.enterLater()),
      );
      await expect(till.receipt).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(till.receipt).toHaveCount(0);
    }
  }
  await expect.poll(() => redeemed).toEqual(codes);
  const table = [
    "| from, to | times | median ms | p95 ms | slowest ms |",
    "|---|---|---|---|---|",
    lineOf("scan to visit, the first after a reload", times.firstVisit),
    lineOf("scan to visit, later", times.visit),
    lineOf("Enter to receipt, the first after a reload", times.firstReceipt),
    lineOf("Enter to receipt, later", times.receipt),
  ].join("\n");
  test.info().annotations.push({ type: "times", description: table });
  process.stdout.write(`\n${table}\n`);
});
