import { expect, it } from "vitest";
import { dataOf, deskIn, onServer, refusedBy } from "./desk.ts";

onServer("lists of the settings as files", (house) => {
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
    const [headings, ...rows] = linesOf(await owner.query("staff.settings.tokens.csv"));
    expect(headings).toBe("id,name,prefix,scopes,stores,state,last_used,expires,revoked,created");
    expect(rows).toEqual([
      expect.stringMatching(`^${id},'=Till 3,${prefix},pin bookings,,active,,,,`),
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
    expect(headings).toBe("name,email,role,stores,second_factor,last_seen,since");
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row.includes(`,cashier,${store.id},false,`))).toHaveLength(1);
    expect(refusedBy(await manager.query("staff.settings.staff.csv"))).toBe("permission_denied");
    expect(refusedBy(await manager.query("staff.settings.tokens.csv"))).toBe("permission_denied");
  });
});
