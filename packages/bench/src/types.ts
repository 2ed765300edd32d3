/** Durations of calls, in milliseconds. */
export type Latency = { readonly p50: number; readonly p95: number; readonly p99: number };

/** Processor time per call, in microseconds; null if the system does not report it, or without calls. */
export type Cpu = { readonly server: number | null; readonly database: number | null };

/** The result of one contestant's turn. */
export type Slice = {
  readonly calls: number;
  readonly perSecond: number;
  readonly latency: Latency | null;
  readonly cpu: Cpu;
  /** How busy the load generator's thread was, 0 to 1; null if another program made the load. */
  readonly generator: number | null;
  /** Errors in answers or rows. A run with any of them ends with exit status 1. */
  readonly faults: readonly string[];
};

/** One of the implementations that a scenario compares. */
export type Contestant = {
  readonly name: string;
  /** Runs for the given seconds and returns the result. */
  readonly run: (seconds: number) => Promise<Slice>;
};

/** The bound for a ratio or a figure. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** Our number divided by a rival's, or our number alone. It is computed for each round. */
export type Comparison = {
  /** The name of the ratio in the output. */
  readonly name: string;
  readonly ours: string;
  /** Null for a number without a rival. */
  readonly rival: string | null;
  readonly of: (slice: Slice) => number;
  /** The same number computed from the processor time per call; null if it does not depend on that time. */
  readonly ofCpu: ((spent: number) => number) | null;
  readonly goal: Goal;
};

/** A number without a comparison. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: "ms" | "s" | "rows" | "x";
  readonly goal?: Goal;
};

/** A scenario that is set up. Its contestants take turns, then its rows are checked. */
export type Ready = {
  readonly contestants: readonly Contestant[];
  readonly comparisons: readonly Comparison[];
  /** Further numbers, computed after the last round. */
  readonly figures?: (
    tell: (line: string) => void,
  ) => Promise<readonly Figure[]> | readonly Figure[];
  /** Errors in the rows after the run. */
  readonly prove: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** Duration, number of rounds, and size. */
export type Settings = {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Customers in the usual database. */
  readonly customers: number;
  /** Customers in the large database, or vouchers of a bulk scenario. The small database has `customers`. */
  readonly size: number;
  /** Customers whose stamps expire in one night. */
  readonly expiring: number;
  /** Members in the database of the scenarios that look up members. */
  readonly members: number;
};

export type Scenario = {
  readonly name: string;
  /** One line that describes the comparison. */
  readonly title: string;
  /** `npm run bench` alone runs the usual scenarios. Others run by the name of the scenario or its group. */
  readonly group: "usual" | "scale";
  readonly open: (settings: Settings) => Promise<Ready>;
};

/** The median of a ratio over the rounds, with the lowest and the highest. */
export type Ratio = {
  readonly name: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly goal: Goal;
  /**
   * The same ratio, computed from the processor time per call (server plus database) instead of the clock.
   * Other load on the machine affects it less. Null without a rival, for latency percentiles, and if the
   * system does not report processor time.
   */
  readonly cpu: number | null;
};

/** A contestant's medians over the rounds. */
export type Row = {
  readonly name: string;
  readonly perSecond: number;
  readonly latency: Latency | null;
  readonly cpu: Cpu;
  readonly generator: number | null;
};

export type Report = {
  readonly name: string;
  readonly title: string;
  readonly rounds: number;
  readonly ratios: readonly Ratio[];
  readonly rows: readonly Row[];
  readonly figures: readonly Figure[];
  readonly faults: readonly string[];
};
