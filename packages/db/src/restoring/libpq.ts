import { readAddress } from "../connecting/address.ts";
import { clientEnvironment } from "../embedded/env.ts";

/** How the TLS modes of our addresses are named by libpq. */
const modes: Readonly<Record<string, string>> = { true: "verify-full", false: "disable" };

/**
 * Returns the environment in which PostgreSQL's programs connect to the database of an address. The password
 * is not among the arguments, which other users of the machine can read.
 */
export function libpqEnvironment(url: string): NodeJS.ProcessEnv {
  const { hosts, user, password, database, target } = readAddress(url);
  const parameters = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);
  const mode = parameters.get("sslmode") || parameters.get("ssl") || "disable";
  const isVerified = mode.startsWith("verify") || mode === "true";
  const given = {
    PGHOST: hosts.map(({ name }) => name).join(","),
    PGPORT: hosts.map(({ port }) => port).join(","),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGTARGETSESSIONATTRS: target,
    PGSSLMODE: modes[mode] ?? mode,
    PGSSLROOTCERT: parameters.get("sslrootcert") || (isVerified ? "system" : undefined),
    PGSSLCERT: parameters.get("sslcert") || undefined,
    PGSSLKEY: parameters.get("sslkey") || undefined,
    PGAPPNAME: "stampbook command",
  };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  return { ...clientEnvironment(), ...set };
}

const parameters = {
  PGHOST: "host",
  PGPORT: "port",
  PGUSER: "user",
  PGPASSWORD: "password",
  PGDATABASE: "dbname",
  PGSSLMODE: "sslmode",
  PGSSLROOTCERT: "sslrootcert",
  PGSSLCERT: "sslcert",
  PGSSLKEY: "sslkey",
} as const;

/** Returns the text with which a server connects to the database of an address, to subscribe to it. */
export function conninfoOf(url: string): string {
  const set = libpqEnvironment(url);
  return Object.entries(parameters)
    .flatMap(([variable, name]) => {
      const value = set[variable];
      return value ? [`${name}='${value.replaceAll(/[\\']/g, "\\$&")}'`] : [];
    })
    .join(" ");
}

/** Returns the address of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  const [, start = url, query = ""] =
    /^(postgres(?:ql)?:\/\/[^/?#]*)(?:\/[^?#]*)?(?:\?([^#]*))?$/.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  parameters.delete("dbname");
  return `${start}/${name}${parameters.size ? `?${parameters}` : ""}`;
}
