import { expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { dataOf, deskIn, refusedBy } from "./desk.ts";

contractInProcess("lists of the settings as files", (house) => {
  const desk = deskIn(house);
  const linesOf = (answer: Parameters<typeof dataOf>[0]) =>
    (dataOf(answer) as { text: string }).text.trimEnd().split("\r\n");

  it("hold every token of the merchant's own, and never a secret", async () => {
    const merchant = await house.given.merchant();
    const other = await house.given.merchant();
    const owner = await desk.at(merchant, "owner");
    const strange = await desk.at(other, "owner");
    const token = { name: "=Till 3", scopes: ["pin", "bookings"], stores: null, lastDay: null };
    const made = dataOf(await owner.mutate("staff.settings.tokens.issue", token));
    await strange.mutate("staff.settings.tokens.issue", { ...token, name: "Not ours" });
    const { id, prefix, secret } = made as { id: number; prefix: string; secret: string };
    const words = { "scope.pin": "PINs", "state.active": "Works", "stores.every": "Every store" };
    const [headings, ...rows] = linesOf(await owner.query("staff.settings.tokens.csv", { words }));
    expect(headings).toBe(
      "\uFEFFid,name,prefix,scopes,stores,state,last_used,expires,revoked,created,time_zone",
    );
    expect(rows).toEqual([
      expect.stringMatching(
        `^${id},'=Till 3,${prefix},"PINs, bookings",Every store,Works,,,,2[0-9-]{9} [0-9:]{8},Asia/Jakarta$`,
      ),
    ]);
    expect(rows.join()).not.toContain(secret);
  });

  it("hold everybody who works there, for owners alone", async () => {
    const merchant = await house.given.merchant();
    const store = await house.given.store(merchant);
    const owner = await desk.at(merchant, "owner");
    const manager = await desk.at(merchant, "manager");
    await desk.at(merchant, "cashier", [store.id]);
    const [headings, ...rows] = linesOf(await owner.query("staff.settings.staff.csv"));
    expect(headings).toBe("\uFEFFname,email,role,stores,second_factor,last_seen,since,time_zone");
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row.includes(`,cashier,${store.name},false,`))).toHaveLength(1);
    expect(refusedBy(await manager.query("staff.settings.staff.csv"))).toBe("permission_denied");
    expect(refusedBy(await manager.query("staff.settings.tokens.csv"))).toBe("permission_denied");
  });
});
