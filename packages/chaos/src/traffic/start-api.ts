import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asStarted, bundle, type RunningNode, startNode } from "@stampbook/bench/stage";
import { SECRET_KEY } from "../kills/victims.ts";

/** Processes of the bundled API, started as `npm start` starts them, each with a log. */
export type Apis = {
  /** Starts one more process, on a free port. */
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<RunningNode>;
  readonly stop: () => Promise<void>;
};

type ApisOptions = {
  /** A command that starts them, for example in a network namespace. */
  readonly through?: readonly string[];
  /** The bundle of another version. */
  readonly file?: string;
};

/** Prepares to start API processes. */
export function openApis(url: string, { through = [], file = bundle }: ApisOptions = {}): Apis {
  const directory = mkdtempSync(join(tmpdir(), "stampbook-chaos-"));
  const running: RunningNode[] = [];
  let started = 0;
  return {
    start: async (settings = {}) => {
      const api = await startNode({
        file,
        options: asStarted,
        through,
        log: join(directory, `api-${++started}.log`),
        env: {
          NODE_ENV: "production",
          LOG_LEVEL: "warn",
          DATABASE_URL: url,
          SECRET_KEY,
          API_PORT: "0",
          // the load clients send `X-Forwarded-Proto: https`, which counts only from a trusted proxy
          TRUSTED_PROXIES: "127.0.0.1",
          // there is no load balancer to notify first
          SHUTDOWN_DELAY_MS: "0",
          ...settings,
        },
      });
      running.push(api);
      return api;
    },
    stop: async () => {
      await Promise.all(running.filter((api) => api.ended() === null).map((api) => api.stop()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
