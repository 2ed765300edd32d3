import { connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import {
  type DatabaseAddress,
  endpointOf,
  type Host,
  nameOf,
  type SessionTarget,
} from "./address.ts";
import { askServer, type ServerState } from "./server-state.ts";

/** Longest wait for a host's answer. Meanwhile, hosts without a fitting answer are asked again. */
const PATIENCE_MS = 3_000;
const ASK_AGAIN_MS = 200;

/** How long a choice, or the lack of one, is reused, so that not every new connection asks every host. */
const HOLD_MS = 200;

type Answer = { readonly host: Host; readonly state?: ServerState; readonly problem?: string };

/** The server to use. */
export type Chosen = Required<Pick<Answer, "host" | "state">>;

/** None of several servers may be used. SQLSTATE 08001: no connection. */
export class NoServer extends Error {
  override readonly name = "NoServer";
  readonly code = "08001";
  constructor(target: SessionTarget, answers: readonly Answer[]) {
    super(`None of the database's servers ${wanted[target]}: ${answers.map(describe).join("; ")}.`);
  }
}

const wanted: Readonly<Record<SessionTarget, string>> = {
  any: "answers",
  "read-write": "takes writes",
  "read-only": "is read-only",
  primary: "is the primary",
  standby: "is a standby",
  "prefer-standby": "answers",
};

const fits: Readonly<Record<SessionTarget, (state: ServerState) => boolean>> = {
  any: () => true,
  "read-write": (state) => !state.isStandby && !state.isReadOnly,
  "read-only": (state) => state.isStandby || state.isReadOnly,
  primary: (state) => !state.isStandby,
  standby: (state) => state.isStandby,
  "prefer-standby": (state) => state.isStandby,
};

/** Finds the host of an address that matches its target, and connects to it. */
export type Hosts = {
  readonly choose: () => Promise<Chosen>;
  /** For the driver: a socket to the current host, or a socket that fails with the reason. */
  readonly socket: () => Promise<Socket | Duplex>;
};

/**
 * Asks all hosts at once, so that a vanished host delays no connection. The driver itself tries hosts one
 * after another, accepts a standby as writable, and never reports that no host is left. Connections that
 * start together share a choice. A later connection asks again, so it follows a failover.
 */
export function createHosts(address: DatabaseAddress): Hosts {
  let choice: Promise<Chosen | Answer[]> | undefined;

  function look(): Promise<Chosen | Answer[]> {
    const looking = askAll(address);
    choice = looking;
    void looking
      .then(() => pause(HOLD_MS, undefined, { ref: false }))
      .then(() => {
        choice = undefined;
      });
    return looking;
  }

  async function choose(): Promise<Chosen> {
    const found = await (choice ?? look());
    if (Array.isArray(found)) throw new NoServer(address.target, found);
    return found;
  }

  async function socket() {
    try {
      const { host } = await choose();
      // the driver uses this as the server name of a TLS connection
      return Object.assign(connect(endpointOf(host)), { host: host.name, port: host.port });
    } catch (reason) {
      return failing(reason);
    }
  }

  return { choose, socket };
}

/** Describes the state of each host of an address, for people to read. Changes nothing and never rejects. */
export async function describeHosts(address: DatabaseAddress): Promise<string[]> {
  const answers = await Promise.all(address.hosts.map((host) => ask(address, host)));
  return answers.map(describe);
}

/** Resolves with the first host that fits, or with all answers if none does. Never rejects. */
async function askAll(address: DatabaseAddress): Promise<Chosen | Answer[]> {
  const answers = new Map<Host, Answer>();
  let isOver = false;
  const isFitting = fits[address.target];

  const askOne = async (host: Host): Promise<Chosen> => {
    for (;;) {
      const answer = await ask(address, host);
      answers.set(host, answer);
      const { state } = answer;
      if (state && isFitting(state)) return { host, state };
      if (isOver || answers.size === address.hosts.length) throw new Error("none fits");
      await pause(ASK_AGAIN_MS);
    }
  };
  try {
    return await Promise.any(address.hosts.map(askOne));
  } catch {
    const all = address.hosts.flatMap((host) => answers.get(host) ?? []);
    const spare = all.find(({ state }) => state && address.target === "prefer-standby");
    return spare?.state ? { host: spare.host, state: spare.state } : all;
  } finally {
    isOver = true;
  }
}

/** Asks one host over its own connection. Returns its state, or what is wrong with it. */
async function ask(address: DatabaseAddress, host: Host): Promise<Answer> {
  const client = postgres({
    ...driverOptions({ ...address, hosts: [host] }),
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: PATIENCE_MS / 1_000,
    onnotice: () => {},
  });
  const late = new AbortController();
  try {
    const silence = pause(PATIENCE_MS, undefined, late).then(() => {
      throw new Error("does not answer");
    });
    silence.catch(() => {});
    return { host, state: await Promise.race([askServer(client), silence]) };
  } catch (error) {
    return { host, problem: error instanceof Error ? error.message : "does not answer" };
  } finally {
    late.abort();
    void client.end({ timeout: 0 });
  }
}

function describe({ host, state, problem }: Answer): string {
  const kind = state?.isStandby
    ? "is a standby"
    : state?.isReadOnly
      ? "is read-only"
      : "takes writes";
  return `${nameOf(host)} ${problem ?? kind}`;
}

/**
 * A stream whose first write fails with the reason. The driver would wait forever for a socket that could not
 * be made.
 */
function failing(reason: unknown): Duplex {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done(error) });
}

/**
 * The driver's options for an address. If `hosts` is given, the driver connects to the host that it chooses.
 */
export function driverOptions(address: DatabaseAddress, hosts?: Hosts) {
  const {
    hosts: [first],
    user,
    password,
    database,
    ssl,
    session,
  } = address;
  const endpoint = first && endpointOf(first);
  return {
    ...(endpoint && "path" in endpoint ? { path: endpoint.path } : {}),
    // the driver accepts lists, though its types allow only text; in a text it reads a colon as the start of
    // a port
    ...(first
      ? { host: [first.name] as unknown as string, port: [first.port] as unknown as number }
      : {}),
    ...(user ? { user } : {}),
    ...(password ? { pass: password } : {}),
    ...(database ? { database } : {}),
    ...(hosts ? { socket: hosts.socket } : {}),
    ssl,
    connection: session,
  } satisfies postgres.Options<Record<string, never>> & { socket?: Hosts["socket"] };
}
