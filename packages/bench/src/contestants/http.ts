import type { Call } from "../load/connection.ts";
import { runLoad } from "../load/run-load.ts";
import { type Clock, clockOf, measureCpu } from "../stage/measure.ts";
import type { Shop } from "../stage/shop.ts";
import type { Range } from "../stage/supply.ts";
import type { Contestant } from "../types.ts";

/**
 * The numbers that a run reserves for each second: more than the calls that a machine answers. Numbers that
 * are left over are never used. Over HTTP, calls without vouchers reserve `MOST_WITHOUT_ROWS` instead.
 */
export const MOST_A_SECOND = 12_000;
const MOST_WITHOUT_ROWS = 100_000;

type Server = { readonly port: number; readonly pid: number };

export type HttpContestant = {
  readonly name: string;
  /** The contestant's server, or its replicas, over which the connections are spread. */
  readonly server: Server | readonly Server[];
  readonly connections: number;
  readonly supply: "plain" | "dynamic" | "none";
  readonly call: (n: number, connection: number) => Call;
  /**
   * Returns the id in an answer, or undefined if the answer is not acceptable. Each id must differ from all
   * earlier ids. The function is left out if status 200 is enough.
   */
  readonly fresh?: (answer: Readonly<Record<string, unknown>>) => number | undefined;
  /** Whether an answer with status 200 is a refusal. Left out if status 200 never is. */
  readonly refused?: (answer: Readonly<Record<string, unknown>>) => boolean;
  /** Called with the number of answered calls. */
  readonly count?: (calls: number) => void;
};

/** Returns a contestant that calls a server over HTTP. Each call gets a new number. */
export function overHttp(shop: Shop, options: HttpContestant): Contestant {
  const seen = new Set<number>();
  const servers = [options.server].flat();
  const clocks = servers.map(({ pid }) => clockOf(pid));
  const most = options.supply === "none" ? MOST_WITHOUT_ROWS : MOST_A_SECOND;
  return {
    name: options.name,
    run: async (seconds) => {
      const range = await shop.supply[options.supply].take(Math.ceil(seconds * most));
      const next = counting(range);
      const { told, cpu } = await measureCpu(
        { server: sumOf(clocks), database: shop.stage.postgres.pid },
        () =>
          runLoad({
            ports: servers.map(({ port }) => port),
            connections: options.connections,
            seconds,
            next: (connection) => {
              const n = next();
              return n === undefined ? undefined : options.call(n, connection);
            },
            judge: ({ status, body }) => {
              if (status !== 200) return `${status} ${body}`;
              if (options.refused?.(JSON.parse(body))) return `refused: ${body}`;
              if (!options.fresh) return undefined;
              const id = options.fresh(JSON.parse(body));
              if (id === undefined || seen.has(id)) return `not a fresh answer: ${body}`;
              seen.add(id);
              return undefined;
            },
          }),
      );
      options.count?.(told.calls);
      return { ...told, perSecond: told.calls / told.seconds, cpu };
    },
  };
}

const sumOf =
  (clocks: readonly Clock[]): Clock =>
  () =>
    clocks.reduce<number | null>((sum, clock) => {
      const spent = clock();
      return sum === null || spent === null ? null : sum + spent;
    }, 0);

function counting({ from, count }: Range): () => number | undefined {
  let next = from;
  return () => (next < from + count ? next++ : undefined);
}

/** The id of the redemption in an answer. */
export function redemptionId(answer: Readonly<Record<string, unknown>>): number | undefined {
  const { redemption } = answer;
  if (typeof redemption !== "object" || !redemption || !("id" in redemption)) return undefined;
  return typeof redemption.id === "number" ? redemption.id : undefined;
}

type IdOf = (answer: Readonly<Record<string, unknown>>) => number | undefined;

/** Finds the id in an answer within tRPC's envelope. */
export const inEnvelope =
  (idOf: IdOf): IdOf =>
  ({ result }) =>
    typeof result === "object" && result && "data" in result
      ? idOf(result.data as Readonly<Record<string, unknown>>)
      : undefined;
