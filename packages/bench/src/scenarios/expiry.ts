import { overHttp, redemptionId } from "../contestants/http.ts";
import { callOf } from "../load/call-of.ts";
import { median } from "../numbers.ts";
import { addExpiring, passMidnight, proveExpired, readProgress } from "../stage/expiring.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop, roomFor, type Shop } from "../stage/shop.ts";
import type { Contestant, Figure, Scenario, Slice } from "../types.ts";
import { redeemReward } from "../works/index.ts";

/**
 * The shortest measurement of redemptions, in seconds. Counting the job's rows after each measurement takes a
 * while, so shorter measurements would cover too little of the job.
 */
const LEAST_SECONDS = 5;
/**
 * A new process gets faster for a while. Without a warm-up, redemptions after the job would be faster than
 * before it.
 */
const WARM_UP_SECONDS = 15;
/** How long the job may make no progress. The service looks for expired stamps once a minute. */
const PATIENCE_MS = 90_000;
/** The goal: the job expires the stamps of `MANY` customers in `MOST_SECONDS`. */
const MANY = 1_000_000;
const MOST_SECONDS = 600;

/** Measures redemptions while the night's job expires the stamps of many other customers. */
export const expiry: Scenario = {
  name: "expiry",
  title: "redemptions while the job takes expired stamps: redemptions alone",
  group: "scale",
  open: async ({ connections, customers, expiring, rounds, seconds }) => {
    const shop = await openShop({ customers, settings: roomFor(connections) });
    const due = { from: customers + 1, count: expiring };
    await addExpiring(shop.stage, due);
    let answered = 0;
    const tills = overHttp(shop, {
      ...{ name: "redemptions", server: shop.api, connections, supply: "none" },
      call: (n) => callOf(shop, redeemReward, n),
      fresh: redemptionId,
      count: (calls) => {
        answered += calls;
      },
    });
    const faults: string[] = [];
    return {
      contestants: [],
      comparisons: [],
      figures: async (tell) => {
        const night = { shop, tills, tell, faults, rounds };
        return figuresOf(await measure(night, Math.max(LEAST_SECONDS, seconds), expiring));
      },
      prove: async () => [
        ...faults,
        ...(await proveRows(shop.stage, answered)),
        ...(await proveExpired(shop.stage, due)),
      ],
      close: shop.close,
    };
  },
};

type Night = {
  readonly shop: Shop;
  readonly tills: Contestant;
  readonly tell: (line: string) => void;
  readonly faults: string[];
  readonly rounds: number;
};

type Measured = {
  /** The measurements without the job: before midnight, and after the job has ended. */
  readonly alone: readonly Slice[];
  readonly beside: readonly Slice[];
  readonly written: number;
  readonly seconds: number;
};

/** Measures redemptions before midnight, while the job runs, and once it has ended. */
async function measure(
  { shop, tills, tell, faults, rounds }: Night,
  seconds: number,
  expiring: number,
): Promise<Measured> {
  const run = async (lasting = seconds) => {
    const slice = await tills.run(lasting);
    faults.push(...slice.faults);
    return slice;
  };
  const alone: Slice[] = [];
  const runAlone = async (when: string) => {
    for (let round = 0; round < rounds; round++) {
      const slice = await run();
      alone.push(slice);
      tell(`  ${when}: ${slice.perSecond.toFixed(0)} redemptions/s`);
    }
  };
  await run(WARM_UP_SECONDS);
  await runAlone("before midnight");
  await passMidnight(shop.stage);
  tell("  midnight has passed; the job begins within a minute");
  const beside: Slice[] = [];
  let progress = await readProgress(shop.stage);
  let since = performance.now();
  while (progress.written < expiring) {
    const began = progress.written;
    const slice = await run();
    progress = await readProgress(shop.stage);
    if (progress.written > began) since = performance.now();
    else if (performance.now() - since > PATIENCE_MS) throw new Error("The job does not go on.");
    // the turns in which the job began or ended are left out
    if (began > 0 && progress.written < expiring) beside.push(slice);
    if (progress.written > 0)
      tell(
        `  ${progress.written} of ${expiring} customers: ${slice.perSecond.toFixed(0)} redemptions/s`,
      );
  }
  await runAlone("afterwards");
  return { alone, beside, ...progress };
}

function figuresOf({ alone, beside, written, seconds }: Measured): Figure[] {
  const speed = (slices: readonly Slice[]) => median(slices.map(({ perSecond }) => perSecond));
  const slow = (slices: readonly Slice[]) =>
    median(slices.map(({ latency }) => latency?.p99 ?? Number.NaN));
  const many = (seconds * MANY) / written;
  return [
    { name: "customers", value: written, unit: "rows" },
    { name: "the job", value: seconds, unit: "s" },
    {
      name: "a million customers at this speed",
      value: many,
      unit: "s",
      goal: { atMost: MOST_SECONDS },
    },
    { name: "redemptions a second alone", value: speed(alone), unit: "x" },
    { name: "redemptions a second beside the job", value: speed(beside), unit: "x" },
    {
      name: "beside the job over alone",
      value: speed(beside) / speed(alone),
      unit: "x",
      goal: { atLeast: 0.8 },
    },
    { name: "p99 alone", value: slow(alone), unit: "ms" },
    { name: "p99 beside the job", value: slow(beside), unit: "ms" },
  ];
}
