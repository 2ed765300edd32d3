import { describe, expect, it } from "vitest";
import { BadAddress, nameOf, readAddress } from "./address.ts";

const hostsOf = (url: string) => readAddress(url).hosts.map(nameOf);

describe("an address of the database", () => {
  it("has a host, a port, a user, a password and a database", () => {
    expect(readAddress("postgres://shop:p%40ss%2F@db.example:6432/stamps")).toEqual({
      hosts: [{ name: "db.example", port: 6432 }],
      user: "shop",
      password: "p@ss/",
      database: "stamps",
      target: "any",
      prepare: undefined,
      ssl: false,
      session: {},
    });
  });

  it("leaves out what the driver then takes from PGHOST and the like", () => {
    expect(readAddress("postgresql://")).toMatchObject({ hosts: [], user: undefined });
    expect(readAddress("postgres:///stamps")).toMatchObject({ hosts: [], database: "stamps" });
  });

  it("F6: names several hosts as libpq does, each with a port of its own", () => {
    expect(hostsOf("postgres://u:p@h1:5433,h2:5434/db")).toEqual(["h1:5433", "h2:5434"]);
    expect(hostsOf("postgres://u:p@h1,h2:5433/db")).toEqual(["h1:5432", "h2:5433"]);
    expect(hostsOf("postgres://u:p@[::1]:5433,[fe80::2],h3/db")).toEqual([
      "[::1]:5433",
      "[fe80::2]:5432",
      "h3:5432",
    ]);
    expect(hostsOf("postgres://u@/db?host=h1,h2&port=6432")).toEqual(["h1:6432", "h2:6432"]);
    expect(hostsOf("postgres://u@/db?host=h1,h2&port=1,2")).toEqual(["h1:1", "h2:2"]);
  });

  it("F6: names a Unix socket by its directory", () => {
    const socket = ["/var/run/postgresql/.s.PGSQL.5432"];
    expect(hostsOf("postgres://u@/db?host=/var/run/postgresql")).toEqual(socket);
    expect(hostsOf("postgres://u@%2Fvar%2Frun%2Fpostgresql/db")).toEqual(socket);
  });

  it("F6: of several hosts wants the one that takes writes, unless it says otherwise", () => {
    const target = (end: string) => readAddress(`postgres://h1,h2/db${end}`).target;
    expect(target("")).toBe("read-write");
    expect(target("?target_session_attrs=standby")).toBe("standby");
    expect(readAddress("postgres://h1/db").target).toBe("any");
    expect(readAddress("postgres://h1/db?target_session_attrs=read-write").target).toBe(
      "read-write",
    );
  });

  it("takes what a session is to start with, and what is about the connection", () => {
    expect(
      readAddress("postgres://h1/db?sslmode=require&prepare=false&connect_timeout=9&search_path=a"),
    ).toMatchObject({ ssl: "require", prepare: false, session: { search_path: "a" } });
  });

  it.each([
    ["mysql://u:hidden@h/db", "must be the address of a PostgreSQL database"],
    ["nonsense", "must be the address of a PostgreSQL database"],
    ["postgres://u:hidden#1@h/db", "percent-encoded"],
    ["postgres://u:hidden/1@h/db", "is not a number from 1 to 65535"],
    ["postgres://u:hidden%zz@h/db", "has a password with a %"],
    ["postgres://u:hidden@h1:5432,h2:many/db", "has a port of h2 that is not a number"],
    ["postgres://u:hidden@h1:70000/db", "has a port of h1 that is not a number"],
    ["postgres://u:hidden@h1,,h2/db", "names a host that cannot be read"],
    ["postgres://u:hidden@::1/db", "an IPv6 address as [::1]:5432"],
    ["postgres://u:hidden@h1,%2Fsocket/db", "names a Unix socket among several hosts"],
    ["postgres://u:hidden@h/db?target_session_attrs=master", "is none of any, read-write"],
    ["postgres://u:hidden@h/db?prepare=no", "neither true nor false"],
    ["postgres://u:hidden@h/db?sslmode=on", "is none of disable, allow"],
    ["postgres://u:hidden@h/db?sslrootcert=/there/is/none", "names a file which cannot be read"],
    ["postgres://u:hidden@h/db?channel_binding=require", "channel_binding, which is not supported"],
  ])("refuses %s in words, without the password", (url, says) => {
    const read = () => readAddress(url);
    expect(read).toThrow(BadAddress);
    expect(read).toThrow(says);
    expect(read).not.toThrow(/hidden/);
  });
});
