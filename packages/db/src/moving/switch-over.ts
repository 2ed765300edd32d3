import { writersGone } from "./fence.ts";
import { applied, dropSlot, type Link, positionOf, skipToNow } from "./link.ts";
import { compareRows, copyStaff } from "./rows.ts";
import { CannotMove, type MerchantTable, setState } from "./side.ts";

type Switch = {
  readonly merchantId: number;
  readonly tables: readonly MerchantTable[];
  /** By this link the rows have come to the database that becomes the merchant's. */
  readonly link: Link;
  /** The link for the way back. Its slot exists; changes that have come by `link` are left out. */
  readonly back?: Link;
  /** The longest time for which the merchant's calls may stop. */
  readonly pauseMs: number;
};

/**
 * Stops the merchant's calls, waits until the other database has all their changes, compares all rows, and opens
 * the merchant there. Returns for how many milliseconds the calls were stopped. If a step fails or takes too
 * long, the merchant is opened again where it was. The last step decides: it is one commit.
 */
export async function switchOver(it: Switch): Promise<number> {
  const { merchantId, link, back, pauseMs } = it;
  const ignore = () => {};
  // Ctrl-C would leave the merchant stopped until the command is run again
  process.on("SIGINT", ignore);
  const since = performance.now();
  try {
    await setState(link.from, merchantId, "stopped");
    try {
      await follow(it, since + pauseMs);
    } catch (error) {
      await setState(link.from, merchantId, "open");
      if (back) await dropSlot(back);
      throw error;
    }
    await setState(link.to, merchantId, "open");
    return performance.now() - since;
  } finally {
    process.off("SIGINT", ignore);
  }
}

async function follow({ merchantId, tables, link, back, pauseMs }: Switch, until: number) {
  const { from, to } = link;
  await writersGone(from, tables, until);
  await applied(link, await positionOf(from), until);
  await compareRows([from, to], merchantId, tables);
  await copyStaff(from, to, merchantId);
  if (back) await skipToNow(back);
  if (performance.now() > until)
    throw new CannotMove(
      `To compare all rows took longer than ${pauseMs / 1_000} s: allow a longer stop with --pause.`,
    );
}
