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

/**
 * The longest wait for one answer. Hosts that do not fit are asked again until each host has answered or
 * failed once.
 */
const PATIENCE_MS = 3_000;
const ASK_AGAIN_MS = 200;

/** How long a choice, or the failure to choose, is reused. New connections ask no host during this time. */
const HOLD_MS = 200;

type Answer = { readonly host: Host; readonly state?: ServerState; readonly problem?: string };

/** The host to use, and the state that it reported. */
export type Chosen = Required<Pick<Answer, "host" | "state">>;

/**
 * No server of the address fits the target, or no server answers. The code is SQLSTATE 08001: no connection.
 */
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

/** Finds a host of an address that fits the address's target, and connects to that host. */
export type Hosts = {
  readonly choose: () => Promise<Chosen>;
  /** For the driver: a socket to the chosen host, or a stream that fails with the reason. */
  readonly socket: () => Promise<Socket | Duplex>;
};

/**
 * Makes the `Hosts` of an address. All hosts are asked at once, so that a vanished host does not delay the
 * choice of a host that fits. The driver itself tries hosts one after another. Connections that start
 * together share a choice. A later connection asks again, and so follows a failover.
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
      // the driver uses `host` as the server name of a TLS connection
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

/**
 * Resolves with the host that fits first. The target `any` gets the first host in the address that answers,
 * so that all connections use the same server. If none fits, the target `prefer-standby` gets any host that
 * answered. If there is still no host, resolves with all answers. Never rejects.
 */
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
    const asked = address.hosts.map(askOne);
    return await (address.target === "any" ? firstOf(asked) : Promise.any(asked));
  } catch {
    const all = address.hosts.flatMap((host) => answers.get(host) ?? []);
    const spare = all.find(({ state }) => state && address.target === "prefer-standby");
    return spare?.state ? { host: spare.host, state: spare.state } : all;
  } finally {
    isOver = true;
  }
}

/** Resolves like the first promise in the list that resolves. Rejects if all reject. */
function firstOf<Value>([first, ...rest]: readonly Promise<Value>[]): Promise<Value> {
  if (!first) return Promise.reject(new Error("none fits"));
  // handled here too, because `first` may resolve before the others reject
  for (const other of rest) other.catch(() => {});
  return first.catch(() => firstOf(rest));
}

/** Asks one host over a separate connection. Returns its state, or its problem as text. Never rejects. */
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
 * Returns a stream whose first write fails with the reason. So the driver fails the connection with this
 * reason, as for a socket that breaks.
 */
function failing(reason: unknown): Duplex {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done(error) });
}

/**
 * Returns the driver's options for an address. With `hosts`, the driver connects to the host that `hosts`
 * chooses. Without `hosts`, the driver connects to the first host of the address.
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
    // The driver reads a colon in a text as the start of a port, so IPv6 needs lists. The driver accepts
    // lists, though its types allow only text.
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
