import { median, medianOrNull } from "./numbers.ts";
import type {
  Comparison,
  Latency,
  Ratio,
  Report,
  Row,
  Scenario,
  Settings,
  Slice,
} from "./types.ts";

type Round = ReadonlyMap<string, Slice>;

/** The longest time that each contestant runs unmeasured before the first round. */
const WARM_UP_SECONDS = 1;

/** Sets up a scenario, lets its contestants take turns in rounds, and checks the resulting rows. */
export async function runScenario(
  scenario: Scenario,
  settings: Settings,
  tell: (line: string) => void = () => {},
): Promise<Report> {
  const ready = await scenario.open(settings);
  try {
    const faults: string[] = [];
    const play = async (seconds: number): Promise<Round> => {
      const round = new Map<string, Slice>();
      for (const { name, run } of ready.contestants) {
        const slice = await run(seconds);
        faults.push(...slice.faults.map((fault) => `${name}: ${fault}`));
        round.set(name, slice);
      }
      return round;
    };
    if (ready.contestants.length) await play(Math.min(settings.seconds, WARM_UP_SECONDS));
    const rounds: Round[] = [];
    for (let at = 0; at < settings.rounds && ready.contestants.length; at++) {
      const round = await play(settings.seconds);
      rounds.push(round);
      tell(`  round ${at + 1}: ${speeds(round)}`);
    }
    const figures = (await ready.figures?.(tell)) ?? [];
    faults.push(...(await ready.prove()));
    return {
      name: scenario.name,
      title: scenario.title,
      rounds: rounds.length,
      ratios: ready.comparisons.map((comparison) => ratioOf(comparison, rounds)),
      rows: ready.contestants.map(({ name }) => rowOf(name, rounds)),
      figures,
      faults,
    };
  } finally {
    await ready.close();
  }
}

const speeds = (round: Round) =>
  [...round].map(([name, { perSecond }]) => `${name} ${perSecond.toFixed(0)}/s`).join(", ");

/** Divides our number by the rival's in each round, so that other load on the machine affects both alike. */
function ratioOf(
  { name, ours, rival, of, ofCpu, goal }: Comparison,
  rounds: readonly Round[],
): Ratio {
  const each = rounds.map((round) => {
    const mine = of(sliceOf(ours, round));
    return rival === null ? mine : mine / of(sliceOf(rival, round));
  });
  const cpu = medianOrNull(
    rounds.map((round) => {
      if (rival === null || ofCpu === null) return null;
      const [mine, theirs] = [cpuOf(sliceOf(ours, round)), cpuOf(sliceOf(rival, round))];
      return mine && theirs ? ofCpu(mine) / ofCpu(theirs) : null;
    }),
  );
  return { name, median: median(each), low: Math.min(...each), high: Math.max(...each), goal, cpu };
}

const cpuOf = ({ cpu: { server, database } }: Slice) =>
  server === null || database === null ? null : server + database;

function rowOf(name: string, rounds: readonly Round[]): Row {
  const slices = rounds.map((round) => sliceOf(name, round));
  return {
    name,
    perSecond: median(slices.map(({ perSecond }) => perSecond)),
    latency: latencyOf(slices),
    cpu: {
      server: medianOrNull(slices.map(({ cpu }) => cpu.server)),
      database: medianOrNull(slices.map(({ cpu }) => cpu.database)),
    },
    generator: medianOrNull(slices.map(({ generator }) => generator)),
  };
}

function latencyOf(slices: readonly Slice[]): Latency | null {
  const known = slices.flatMap(({ latency }) => latency ?? []);
  if (!known.length) return null;
  const middle = (percentile: keyof Latency) => median(known.map((latency) => latency[percentile]));
  return { p50: middle("p50"), p95: middle("p95"), p99: middle("p99") };
}

function sliceOf(name: string, round: Round): Slice {
  const slice = round.get(name);
  if (!slice) throw new Error(`There is no contestant ${name}.`);
  return slice;
}
