import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, type Shop, shopOfSuite, someMessage } from "../../shop.ts";

const PATH = "/api/v4/stores";

contract("stores (P1)", (house) => {
  const shop = shopOfSuite(house);

  type Listed = { readonly stores: { readonly id: number }[]; readonly has_next: boolean };
  const list = async (of: Shop, input: object = {}, token = of.token) =>
    (await of.call(PATH, input, { token })).slice(0, 2);
  async function idsOf(of: Shop, input: object = {}, token = of.token) {
    const [status, body] = await list(of, input, token);
    expect([status, body]).toEqual([200, expect.anything()]);
    const { stores, has_next } = body as Listed;
    return { ids: stores.map(({ id }) => id), has_next };
  }

  const dayIn = (days: number) =>
    new Intl.DateTimeFormat("sv", { timeZone: "Asia/Jakarta" }).format(
      Date.now() + days * 86_400_000,
    );
  const special = (days: number) => ({ date: dayIn(days), hours: [], name: "Holiday" });

  it("answers whole, over REST and tRPC, to a token without a scope", async () => {
    const merchant = await house.given.merchant();
    const { id, code } = await house.given.store(merchant, {
      name: "Kemang",
      displayName: "Kopi Kemang",
      area: "South Jakarta",
      address: "Jl Kemang Raya 1",
      phone: "+62217190000",
      email: "kemang@example.com",
      timezone: "Asia/Jakarta",
      largestParty: 20,
      slotMinutes: 30,
      coversPerSlot: 40,
      openingHours: { 1: [{ from: "10:00", to: "22:00" }], 7: [] },
      specialDays: [special(366), special(-1), special(0), special(367)],
    });
    const shown = {
      id,
      name: "Kemang",
      code,
      area: "South Jakarta",
      display_name: "Kopi Kemang",
      address: "Jl Kemang Raya 1",
      phone: "+62217190000",
      email: "kemang@example.com",
      slug: null,
      latitude: null,
      longitude: null,
      timezone: "Asia/Jakarta",
      photo_url: null,
      is_active: true,
      description: null,
      regency: null,
      province: null,
      store_hours: { 1: [{ from: "10:00", to: "22:00" }], 7: [] },
      photos_url: [],
      special_days: [special(0), special(366)],
      largest_party: 20,
      slot_minutes: 30,
      covers_per_slot: 40,
    };
    const answer = [200, { stores: [shown], has_next: false }];
    const token = await house.tokenOf(merchant, { scopes: [] });
    expect(await list(shop, {}, token)).toEqual(answer);
    expect(await shop.callTrpc("stores.list", {}, { token })).toEqual(answer);
    const [status, body] = await house.send({ method: "GET", path: `${PATH}/`, token });
    expect([status, body]).toEqual(answer);
  });

  it("shows a store without hours and a name for customers by its name", async () => {
    const [, body] = await list(shop);
    expect((body as Listed).stores).toMatchObject([
      { name: "Kemang", display_name: "Kemang", store_hours: null, special_days: [] },
    ]);
  });

  it("lists by id, page by page, each once while stores are added", async () => {
    const own = await openShop(house);
    const ids = [own.store.id];
    for (let n = 0; n < 4; n++) ids.push((await house.given.store(own.merchant)).id);
    ids.sort((one, other) => one - other);
    expect(await idsOf(own, { per_page: 5 })).toEqual({ ids, has_next: false });
    const first = await idsOf(own, { per_page: "3" });
    expect(first).toEqual({ ids: ids.slice(0, 3), has_next: true });
    const { id: added } = await house.given.store(own.merchant);
    const rest = await idsOf(own, { per_page: 3, last_store_id: ids[2] });
    const all = [...ids, added].sort((one, other) => one - other);
    expect(rest).toEqual({ ids: all.filter((id) => id > (ids[2] ?? 0)), has_next: false });
    expect(await idsOf(own, { last_store_id: all.at(-1) })).toEqual({ ids: [], has_next: false });
  });

  it("chooses active and inactive stores", async () => {
    const own = await openShop(house);
    const { id: closed } = await house.given.store(own.merchant, { isActive: false });
    const { id: open } = own.store;
    expect((await idsOf(own)).ids.sort()).toEqual([open, closed].sort());
    expect((await idsOf(own, { is_active: "True" })).ids).toEqual([open]);
    expect((await idsOf(own, { is_active: false })).ids).toEqual([closed]);
  });

  it("shows a token limited to stores those only, and no other merchant's", async () => {
    const own = await openShop(house);
    const { id } = await house.given.store(own.merchant);
    const token = await house.tokenOf(own.merchant, { stores: [id] });
    expect((await idsOf(own, {}, token)).ids).toEqual([id]);
    expect((await idsOf(own)).ids).toHaveLength(2);
    expect((await idsOf(shop)).ids).toEqual([shop.store.id]);
  });

  it.each([
    ["is_active", { is_active: "maybe" }],
    ["last_store_id", { last_store_id: "x" }],
    ["per_page", { per_page: 0 }],
    ["per_page", { per_page: 1_001 }],
  ])("refuses a wrong %s", async (field, change) => {
    expect(await list(shop, change)).toEqual([400, refusal("invalid", field, someMessage)]);
    const [, failure] = await shop.callTrpc("stores.list", change);
    expect(failure).toMatchObject({ code: "invalid", field });
  });

  it("refuses a call without a token", async () => {
    const [status, body] = await house.send({ method: "GET", path: PATH });
    expect([status, body]).toEqual([401, { detail: "Invalid token" }]);
  });
});
