import { readFileSync } from "node:fs";

/** The database address cannot be used. The message says what to change, and never contains the password. */
export class BadAddress extends Error {
  override readonly name = "BadAddress";
  /**
   * The message without "The address of the database" at its start and without the period. Callers put the
   * name of the setting before it.
   */
  readonly says: string;
  constructor(says: string) {
    super(`The address of the database ${says}.`);
    this.says = says;
  }
}

/** A server's name and port, or the directory of its Unix socket. */
export type Host = { readonly name: string; readonly port: number };

const targets = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;

/** Which of several servers to use: a value of libpq's `target_session_attrs`. */
export type SessionTarget = (typeof targets)[number];

/** The parts of `DATABASE_URL`. */
export type DatabaseAddress = {
  /** The servers in the order written. Empty: the driver uses its default (`PGHOST`, else localhost). */
  readonly hosts: readonly Host[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly target: SessionTarget;
  /** Whether to prepare statements; undefined: only if no pooler is detected. */
  readonly prepare: boolean | undefined;
  readonly ssl: Ssl;
  /** Settings of the session, sent when a connection starts. */
  readonly session: Readonly<Record<string, string>>;
};

type Ssl = boolean | "allow" | "prefer" | "require" | { ca?: string; cert?: string; key?: string };

const DEFAULT_PORT = 5432;
const FORM = "postgres://user:password@host:5432/database";
const ENCODE = "write / ? # @ : and % in a user or password percent-encoded";

/**
 * Parses an address in libpq's form. The address may name several hosts with their own ports, IPv6 in
 * brackets, or a Unix socket by `?host=/directory`. Throws `BadAddress`.
 */
export function readAddress(text: string): DatabaseAddress {
  const parts = /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text);
  if (!parts)
    throw new BadAddress(
      /^postgres(ql)?:/.test(text)
        ? `must look like ${FORM}; ${ENCODE}`
        : "must be the address of a PostgreSQL database",
    );
  const [, authority = "", path = "", query = ""] = parts;
  const at = authority.lastIndexOf("@");
  const [user = "", ...password] = authority.slice(0, Math.max(at, 0)).split(":");
  const asked = new URLSearchParams(query);
  const take = (name: string) => {
    const value = asked.get(name);
    asked.delete(name);
    return value || undefined;
  };
  const named = take("host");
  const ports = take("port");
  const hosts = named
    ? listed(named, ports)
    : authority.slice(at + 1)
      ? authority
          .slice(at + 1)
          .split(",")
          .map(hostOf)
      : [];
  if (hosts.length > 1 && hosts.some(isSocket))
    throw new BadAddress(
      "names a Unix socket among several hosts: name either one socket or hosts",
    );
  const address = {
    hosts,
    user: take("user") ?? decoded(user, "user"),
    password: take("password") ?? decoded(password.join(":"), "password"),
    database: take("dbname") ?? decoded(path, "database"),
    target: targetOf(take("target_session_attrs"), hosts),
    prepare: flagOf(take("prepare")),
    ssl: sslOf(take),
  };
  for (const name of unused) asked.delete(name);
  for (const name of asked.keys())
    if (unsupported.includes(name))
      throw new BadAddress(`sets ${name}, which is not supported: remove it`);
  return { ...address, session: Object.fromEntries(asked) };
}

/** Returns a host as text for messages: `name:port`, or the path of its socket. */
export function nameOf(host: Host): string {
  if (isSocket(host)) return socketPath(host);
  return `${host.name.includes(":") ? `[${host.name}]` : host.name}:${host.port}`;
}

/** Returns the options of `net.connect` for a host. */
export function endpointOf(host: Host): { path: string } | { host: string; port: number } {
  return isSocket(host) ? { path: socketPath(host) } : { host: host.name, port: host.port };
}

const isSocket = ({ name }: Host) => name.startsWith("/");
const socketPath = ({ name, port }: Host) => `${name}/.s.PGSQL.${port}`;

/** Parameters of libpq that are ignored, because our own settings or the driver decide these matters. */
const unused = [
  "connect_timeout",
  "keepalives",
  "keepalives_idle",
  "keepalives_interval",
  "keepalives_count",
  "tcp_user_timeout",
  "load_balance_hosts",
  "sslcompression",
  "sslsni",
  "gssencmode",
];

/** Parameters of libpq that the driver does not support and that cannot be ignored. */
const unsupported = [
  "channel_binding",
  "hostaddr",
  "passfile",
  "require_auth",
  "requirepeer",
  "service",
  "sslcrl",
  "sslpassword",
];

function hostOf(text: string): Host {
  const [, bracketed, plain = "", port] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/.exec(text) ?? [];
  const name = bracketed ?? decoded(plain, "host");
  if (!name)
    throw new BadAddress(
      `names a host that cannot be read: write hosts as h1:5432,h2:5433, an IPv6 address as [::1]:5432, and ${ENCODE}`,
    );
  return { name, port: portOf(port, name) };
}

/** Hosts from the parameters `?host=a,b&port=1,2`. A single port applies to all hosts. */
function listed(names: string, ports = ""): Host[] {
  const each = ports.split(",");
  return names.split(",").map((name, at) => ({
    name,
    port: portOf(each.length === 1 ? each[0] : each[at], name),
  }));
}

function portOf(text: string | undefined, host: string): number {
  if (!text) return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new BadAddress(`has a port of ${host} that is not a number from 1 to 65535; ${ENCODE}`);
  return port;
}

function decoded(text: string, what: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    throw new BadAddress(`has a ${what} with a % that is not followed by two digits: ${ENCODE}`);
  }
}

/**
 * Returns the target in the address. Without a target: `read-write` for several servers, because the service
 * writes, else `any`. Throws `BadAddress` for an unknown target.
 */
function targetOf(text: string | undefined, { length }: readonly Host[]): SessionTarget {
  if (text === undefined) return length > 1 ? "read-write" : "any";
  const target = targets.find((each) => each === text);
  if (!target)
    throw new BadAddress(`has a target_session_attrs that is none of ${targets.join(", ")}`);
  return target;
}

function flagOf(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== "true" && text !== "false")
    throw new BadAddress("has a prepare that is neither true nor false");
  return text === "true";
}

function sslOf(take: (name: string) => string | undefined): Ssl {
  const mode = take("sslmode") ?? take("ssl") ?? "disable";
  const [root, cert, key] = ["sslrootcert", "sslcert", "sslkey"].map((name) => [name, take(name)]);
  const files = Object.fromEntries(
    [
      ["ca", root],
      ["cert", cert],
      ["key", key],
    ].flatMap(([name, file]) => {
      const [parameter, path] = file as [string, string | undefined];
      return path && path !== "system" ? [[name, contentOf(parameter, path)]] : [];
    }),
  );
  const hasFiles = Object.keys(files).length > 0;
  switch (mode) {
    case "disable":
    case "false":
      return false;
    case "allow":
    case "prefer":
    case "require":
      return hasFiles ? files : mode;
    case "true":
    case "verify-ca":
    case "verify-full":
      return hasFiles ? files : true;
    default:
      throw new BadAddress(
        "has an sslmode that is none of disable, allow, prefer, require, verify-ca, verify-full",
      );
  }
}

function contentOf(parameter: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new BadAddress(`has an ${parameter} that names a file which cannot be read: ${file}`);
  }
}
