/** How long calls took, in milliseconds. */
export type Latency = { readonly p50: number; readonly p95: number; readonly p99: number };

/** Processor time of a call, in microseconds; null where the system does not tell. */
export type Cpu = { readonly server: number | null; readonly database: number | null };

/** What one of the compared things did in its turn. */
export type Slice = {
  readonly calls: number;
  readonly perSecond: number;
  readonly latency: Latency | null;
  readonly cpu: Cpu;
  /** How busy the load generator's thread was, 0 to 1; null where another program made the load. */
  readonly generator: number | null;
  /** What was wrong with an answer or with the rows; a slice with any does not count. */
  readonly faults: readonly string[];
};

/** One of the things that a scenario compares. */
export type Contestant = {
  readonly name: string;
  /** Runs for so long and tells how it went. */
  readonly run: (seconds: number) => Promise<Slice>;
};

/** What a ratio has to reach. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** A number of ours over a rival's, taken round by round. */
export type Comparison = {
  /** Names the ratio in the answer. */
  readonly name: string;
  readonly ours: string;
  /** Null: ours stands for itself. */
  readonly rival: string | null;
  readonly of: (slice: Slice) => number;
  /** The same number from the processor time of a call; null where that says nothing about it. */
  readonly ofCpu: ((spent: number) => number) | null;
  readonly goal: Goal;
};

/** A number that stands for itself. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: "ms" | "s" | "MB" | "bytes" | "rows" | "x";
  readonly goal?: Goal;
};

/** A scenario that is set up: its contestants take turns, then its rows are proven. */
export type Ready = {
  readonly contestants: readonly Contestant[];
  readonly comparisons: readonly Comparison[];
  /** Numbers beside the ratios; asked for after the last round. */
  readonly figures?: () => Promise<readonly Figure[]> | readonly Figure[];
  /** What is wrong with what the run left. */
  readonly prove: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** How long, how often, how much. */
export type Settings = {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Customers of the usual database. */
  readonly customers: number;
  /** Customers of the large database; the small one has 10,000. */
  readonly size: number;
};

export type Scenario = {
  readonly name: string;
  /** What is compared, in one line. */
  readonly title: string;
  /** The usual ones run with `npm run bench` alone, the others where their group or name is said. */
  readonly group: "usual" | "scale" | "peers";
  readonly open: (settings: Settings) => Promise<Ready>;
};

/** A ratio's median over the rounds, with the lowest and the highest. */
export type Ratio = {
  readonly name: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly goal: Goal;
  /**
   * The same ratio from the processor time of a call, of server and database: what it would be if
   * nothing else ran on the machine. Null where the system does not tell, and for slow calls.
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
