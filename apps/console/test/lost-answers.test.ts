import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AppRouter, appRouter, listProcedures } from "@stampbook/router";
import { createTRPCClient } from "@trpc/client";
import { expect, test } from "vitest";
import { createLinks, doneOnce, withKey } from "../src/rpc/client.ts";
import { failureOf } from "../src/rpc/failure.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** Returns how a call failed. Outside a browser, a path is no address, so no call gets an answer. */
async function failureIn(call: Promise<unknown>) {
  return failureOf(await call.then(() => null).catch((error: unknown) => error));
}

test("a repeat is safe for reads, calls with a key, and calls that the service does once", async () => {
  const { staff } = createTRPCClient<AppRouter>({ links: createLinks(null) });
  const once = { code: "unreachable", repeat: "once" };
  const template = { id: 1 };
  expect(await failureIn(staff.catalogue.voucherTemplates.get.query(template))).toMatchObject({
    code: "unreachable",
    repeat: "read",
  });
  const stamps = { customerId: 1, delta: 1, reason: "Lost card" };
  const withAKey = staff.customers.adjustStamps.mutate(stamps, withKey(crypto.randomUUID()));
  expect(await failureIn(withAKey)).toMatchObject(once);
  const receipt = staff.visits.emailReceipt.mutate({ key: "1" }, doneOnce());
  expect(await failureIn(receipt)).toMatchObject(once);
  expect(await failureIn(staff.settings.tokens.revoke.mutate(template))).toMatchObject({
    code: "unreachable",
    repeat: "unsure",
  });
});

test("each call that is sent with a key is of a procedure that takes keys", () => {
  const idempotent = listProcedures(appRouter).flatMap(({ name, meta }) =>
    meta.idempotent ? [name] : [],
  );
  const keyed = globSync("**/*.{ts,tsx}", { cwd: source }).flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    const calls = text.matchAll(
      /\bapi\.([\w.]+)\.mutate\(([^;]*?)(?:\boptions|\bwithKey\(key\)),?\s*\)/g,
    );
    return [...calls].map(([, name = ""]) => name);
  });
  expect(keyed.length).toBeGreaterThanOrEqual(9);
  expect(keyed.filter((name) => !idempotent.includes(name))).toEqual([]);
});
