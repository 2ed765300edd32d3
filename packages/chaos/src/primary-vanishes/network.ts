import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openRelay, type Relay } from "./relay.ts";

/** The network between the API and its databases. */
export type Network = {
  /** The command with which a process is started on the API's side. */
  readonly through: readonly string[];
  /** The address where the API listens for the tills. */
  readonly apiHost: string;
  /** The tills' address, as the API sees it. */
  readonly tillsHost: string;
  /** The address at which the API reaches a server on this machine. */
  readonly reach: (port: number, which: "primary" | "standby") => Promise<string>;
  /** From now on no packet passes between the API and the primary, and neither side is notified. */
  readonly vanish: () => void;
  readonly reappear: () => void;
  readonly close: () => Promise<void>;
};

const LOOPBACK = "127.0.0.1";

/** Whether this process may make network namespaces, and has the programs for it. */
export function hasNamespaces(): boolean {
  try {
    execFileSync("unshare", ["--net", "ip", "link", "set", "lo", "up"], { stdio: "pipe" });
    execFileSync("nsenter", ["--version"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a network of relays, without namespaces. The primary's relay can accept data without forwarding it.
 */
export function openProxied(): Network {
  const relays: Relay[] = [];
  let primary: Relay | undefined;
  return {
    through: [],
    apiHost: LOOPBACK,
    tillsHost: LOOPBACK,
    reach: async (port, which) => {
      const relay = await openRelay(LOOPBACK, port);
      relays.push(relay);
      if (which === "primary") primary = relay;
      return `${LOOPBACK}:${relay.port}`;
    },
    vanish: () => primary?.swallow(),
    reappear: () => primary?.release(),
    close: async () => {
      await Promise.all(relays.map((relay) => relay.close()));
    },
  };
}

/** Each link is a pair of addresses: `near` is this process's, and `far` is the API's. */
const links = {
  primary: { near: "10.99.1.1", far: "10.99.1.2" },
  standby: { near: "10.99.2.1", far: "10.99.2.2" },
} as const;

/**
 * Makes a second network namespace for the API, with a link to each database. The namespace exists until the
 * child process `holder` ends. The calling process must be alone in its own namespace, which
 * `run-vanishing.ts` makes.
 */
export async function openNamespace(): Promise<Network> {
  run("ip", "link", "set", "lo", "up");
  const own = readlinkSync("/proc/self/ns/net");
  const holder = spawn("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" });
  process.once("exit", () => holder.kill("SIGKILL"));
  const namespace = `/proc/${holder.pid}/ns/net`;
  // until `unshare` has run, the holder is still in this process's namespace
  while (readlinkSync(namespace) === own) await sleep(5);
  const through = ["nsenter", `--net=${namespace}`, "--"];
  const there = (...words: string[]) => run(...through, ...words);
  there("ip", "link", "set", "lo", "up");
  for (const [name, { near, far }] of Object.entries(links)) {
    run("ip", "link", "add", name, "type", "veth", "peer", "name", name, "netns", `${holder.pid}`);
    run("ip", "addr", "add", `${near}/24`, "dev", name);
    run("ip", "link", "set", name, "up");
    there("ip", "addr", "add", `${far}/24`, "dev", name);
    there("ip", "link", "set", name, "up");
    // with a permanent neighbor entry, packets to a vanished host are lost without an error
    const mac = /link\/ether (\S+)/.exec(run("ip", "-o", "link", "show", name))?.[1] ?? "";
    there("ip", "neigh", "replace", near, "lladdr", mac, "dev", name, "nud", "permanent");
  }
  const relays: Relay[] = [];
  return {
    through,
    apiHost: links.standby.far,
    tillsHost: links.standby.near,
    reach: async (port, which) => {
      const relay = await openRelay(links[which].near, port);
      relays.push(relay);
      return `${links[which].near}:${relay.port}`;
    },
    vanish: () => run("ip", "link", "set", "primary", "down"),
    reappear: () => run("ip", "link", "set", "primary", "up"),
    close: async () => {
      await Promise.all(relays.map((relay) => relay.close()));
      const ended = once(holder, "exit");
      holder.kill("SIGKILL");
      await ended;
    },
  };
}

function run(command = "", ...words: string[]): string {
  return execFileSync(command, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
