import { expect, test } from "vitest";
import { conninfoOf, libpqEnvironment, withDatabaseName } from "./libpq.ts";

test.each([
  [
    "postgres://me:a%2Fb@h1:5432,h2:5433/stampbook?prepare=false",
    {
      PGHOST: "h1,h2",
      PGPORT: "5432,5433",
      PGUSER: "me",
      PGPASSWORD: "a/b",
      PGDATABASE: "stampbook",
      PGTARGETSESSIONATTRS: "read-write",
      PGSSLMODE: "disable",
    },
  ],
  [
    "postgres://me@db/stampbook?sslmode=verify-full",
    { PGSSLMODE: "verify-full", PGSSLROOTCERT: "system", PGTARGETSESSIONATTRS: "any" },
  ],
  ["postgres://me@db/stampbook?ssl=true", { PGSSLMODE: "verify-full" }],
  ["postgres:///stampbook?host=/run/postgresql", { PGHOST: "/run/postgresql", PGPORT: "5432" }],
])("%s in the variables of libpq", (url, expected) => {
  expect(libpqEnvironment(url)).toMatchObject(expected);
});

test("a password with signs that end a text", () => {
  const said = conninfoOf("postgres://me:a%27b%5Cc%20d@h:5433/stampbook?prepare=false");
  expect(said).toBe(
    String.raw`host='h' port='5433' user='me' password='a\'b\\c d' dbname='stampbook' sslmode='disable'`,
  );
});

test("only what the programs need of this process's environment", () => {
  const names = Object.keys(libpqEnvironment("postgres://me:secret@db/stampbook"));
  expect(names.filter((name) => !name.startsWith("PG"))).toEqual(
    expect.arrayContaining(["PATH", "LC_ALL"]),
  );
  expect(names).not.toContain("STAMPBOOK_TEST_RUN");
});

test.each([
  [
    "postgres://me:a%2Fb@h1,h2:5433/old?prepare=false",
    "postgres://me:a%2Fb@h1,h2:5433/new?prepare=false",
  ],
  ["postgres://h1", "postgres://h1/new"],
  ["postgresql:///old?host=/run&dbname=other", "postgresql:///new?host=%2Frun"],
])("another database on the server of %s", (url, other) => {
  expect(withDatabaseName(url, "new")).toBe(other);
});
