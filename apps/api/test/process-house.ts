import { readFileSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { openOnce } from "@stampbook/core/open-once";
import { createHarness } from "@stampbook/core/testing";
import { connect } from "@stampbook/db";
import { patience } from "@stampbook/db/testing";
import { inject } from "vitest";
import {
  type Answer,
  type AnyHouse,
  authorize,
  type Call,
  houseOf,
  type OpenHouse,
  type RawAnswer,
} from "./harness.ts";

/** The worker's processes, with a connection to their database that ends with the worker. */
const shared = openOnce(async () => {
  const processes = inject("apiProcesses")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!processes) throw new Error("There are more workers than API processes.");
  const { db } = await connect({ url: processes.database }, patience);
  return { ...processes, db };
});

let houses = 0;
const MOST_TRIES = 10;

/**
 * Opens a house on the worker's API processes (`api-processes.ts`), for one suite. The suite has its own
 * client address and connections, and sees the log lines that are written from now on. Calls alternate
 * between the processes. Tests that need what the environment cannot set (a rate, a clock, limits of
 * connections) use `openHouse`.
 */
export async function openProcessHouse(isPatient = true): Promise<OpenHouse<AnyHouse>> {
  const { addresses, db, secretKey, log } = await shared();
  const { deps: core, given } = createHarness(db, { secretKey });
  const logStart = statSync(log).size;
  // each suite has another address, so that suites do not share the limits of an address
  const ownAddress = `198.51.100.${(++houses % 254) + 1}`;
  let calls = 0;
  const agent = new Agent({ keepAlive: true });
  const sendOnce = ({ method, path, token, headers, payload, from = ownAddress }: Call) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const told = [headers?.["x-forwarded-for"], from].filter((each) => each !== undefined);
      const sent = request(`${addresses[calls++ % addresses.length]}/`, {
        agent,
        method,
        // the path is sent unchanged; a parsed URL would be normalized
        path,
        headers: {
          ...authorize(token),
          // without a length the body of a GET would be read as the next request on the connection
          ...(payload === undefined ? {} : { "content-length": Buffer.byteLength(payload) }),
          ...headers,
          "x-forwarded-for": told.join(", "),
        },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text) => {
          body += text;
        });
        response.on("end", () =>
          resolve([response.statusCode ?? 0, body, response.headers as Answer[2]]),
        );
      });
      sent.end(payload);
    });
  /** Sends a call, and again after each 503, as a till does. A machine that is busy with other tests refuses some. */
  const sendRaw = async (call: Call): Promise<RawAnswer> => {
    for (let tries = 1; ; tries++) {
      const answer = await sendOnce(call);
      const wait = answer[2]["retry-after"];
      const isLast = !isPatient || tries === MOST_TRIES;
      if (answer[0] !== 503 || wait === undefined || isLast) return answer;
      await pause(Number(wait) * 1_000);
    }
  };
  return {
    url: async () => addresses[0] ?? "",
    get log() {
      return readFileSync(log).subarray(logStart).toString().split("\n");
    },
    close: async () => agent.destroy(),
    ...houseOf(core, given, sendRaw),
  };
}
