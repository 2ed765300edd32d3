import { appRouter, listProcedures } from "@stampbook/router";
import { expect, it } from "vitest";
import { contractInProcess } from "../../contract.ts";
import { deskIn } from "../desk.ts";

/**
 * Headers that once let calls bypass Next's middleware, and headers that claim that the call comes from this
 * machine.
 */
const shortcuts = {
  "x-middleware-subrequest": "src/proxy:src/proxy:src/proxy:src/proxy:src/proxy",
  "x-middleware-rewrite": "/trpc/staff.me.get",
  "x-invoke-path": "/trpc/staff.me.get",
  "x-forwarded-for": "127.0.0.1",
  "x-stampbook-address": "127.0.0.1",
};

contractInProcess("T52: without a session", (house) => {
  const desk = deskIn(house);
  const closed = listProcedures(appRouter).filter(
    ({ name, meta }) => name.startsWith("staff.") && !meta.open,
  );

  it("T52: no header opens a procedure of the console", async () => {
    expect(closed.length).toBeGreaterThan(80);
    const browser = desk.browser();
    const answered: string[] = [];
    for (const { name } of closed) {
      const [status, body] = await browser.mutate(name, {}, shortcuts);
      // a stream answers 200 before it can be refused
      const isRefused = name === "staff.live.changes" && /"code":"UNAUTHORIZED"/.test(String(body));
      if (status !== 401 && !isRefused) answered.push(`${name}: ${status}`);
    }
    expect(answered).toEqual([]);
  });

  it("T52: nor does one give a cashier what a manager may", async () => {
    const cashier = await desk.at(await house.given.merchant(), "cashier");
    const call = { name: "Kemang", code: "K1" };
    const [status] = await cashier.mutate("staff.settings.stores.create", call, shortcuts);
    expect(status).toBe(403);
  });
});
