import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, refusal, withoutScope } from "../../shop.ts";
import { decidedByTill, narrow, openTables } from "./table.ts";

const PATH = "/api/v2/bookings";
const needed = "A date, from or changed_since is expected.";
const onlyOne = "Either date, or from and to, or changed_since is expected.";

type Listed = {
  readonly bookings: readonly { readonly id: number; readonly revision: number }[];
  readonly has_next: boolean;
  readonly next_cursor: string | null;
};

contract("bookings of a day (B2)", (house) => {
  let shop: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    shop = await openTables(house);
  });

  const list = async (query: object, token = shop.token) =>
    (await shop.call(PATH, query, { token })).slice(0, 2) as [number, unknown];
  const read = async (query: object, token = shop.token) => {
    const [status, answer] = await list(query, token);
    expect([status, answer]).toEqual([200, expect.anything()]);
    return answer as Listed;
  };
  const ids = async (query: object, token = shop.token) =>
    (await read(query, token)).bookings.map(({ id }) => id);

  it("shows each booking as its details do, over REST and tRPC", async () => {
    const shop = await openTables(house);
    const id = await shop.book({ date: "2099-01-02", notes: "By the window" });
    const booking = shop.shown(id, { date: "2099-01-02", notes: "By the window" });
    const answer = { bookings: [booking], has_next: false, next_cursor: null };
    const query = { store: shop.store.code, date: "2099-01-02", status: "Requested" };
    expect((await shop.call(PATH, query)).slice(0, 2)).toEqual([200, answer]);
    expect(await shop.callTrpc("bookings.list", query)).toEqual([200, answer]);
    const till = await shop.otherTill(["bookings"]);
    const hidden = { ...booking, customer: { id: shop.customer.id, name: null } };
    expect((await shop.call(PATH, query, { token: till })).slice(0, 2)).toEqual([
      200,
      { ...answer, bookings: [hidden] },
    ]);
  });

  it("keeps the order of the visits, and what each filter names", async () => {
    const shop = await openTables(house);
    const other = await house.given.store(shop.merchant);
    const late = await shop.book({ date: "2099-02-02", time: "21:00" });
    const early = await shop.book({ date: "2099-02-02", time: "12:00", storeId: other.id });
    const guest = await shop.book({ date: "2099-02-03", customerId: null });
    const before = await shop.book({ date: "2099-02-01" });
    const seated = { status: "Seated", revision: 2, decidedBy: "staff:x" };
    const done = await shop.book({
      date: "2099-02-04",
      ...seated,
      decidedAt: "2026-11-20T00:00:00Z",
    });
    const of = (query: object, token = shop.token) => ids(query, token);
    const days = { from: "2099-02-02", to: "2099-02-04" };
    expect(await of(days)).toEqual([early, late, guest, done]);
    expect(await of({ from: "2099-02-01" })).toEqual([before, early, late, guest, done]);
    expect(await of({ date: "2099-02-02" })).toEqual([early, late]);
    expect(await of({ ...days, store: other.id })).toEqual([early]);
    expect(await of({ ...days, status: ["Seated"] })).toEqual([done]);
    expect(await of({ ...days, user: shop.customer.email })).toEqual([early, late, done]);
    expect(await of(days, await shop.otherTill(["bookings"], [other.id]))).toEqual([early]);
    expect(await of(days, (await openTables(house)).token)).toEqual([]);
  });

  it("shows each booking once over the pages, while others are booked", async () => {
    const shop = await openTables(house);
    const made = [];
    for (const time of ["12:00", "12:00", "13:00", "14:00"]) made.push(await shop.book({ time }));
    const query = { date: "2099-11-21", per_page: 2 };
    const first = await read(query, shop.token);
    await shop.book({ time: "11:00" });
    const cursor = first.next_cursor;
    const second = await read({ ...query, cursor }, shop.token);
    expect([...first.bookings, ...second.bookings].map(({ id }) => id)).toEqual(made);
    expect([first.has_next, second.has_next, second.next_cursor]).toEqual([true, false, null]);
    const wrong = await list({ ...query, date: "2099-11-22", cursor }, shop.token);
    expect(wrong).toMatchObject([
      400,
      { error_code: "invalid", errors: { cursor: expect.any(String) } },
    ]);
  });

  it("lists what was made or changed since, by that time, over the pages", async () => {
    const shop = await openTables(house);
    const at = (minute: number) => `2026-11-20T05:0${minute}:00.123456Z`;
    const old = await shop.book({ createdAt: at(0) });
    const one = await shop.book({ createdAt: at(1) });
    const two = await shop.book({ createdAt: at(2) });
    const same = await shop.book({ createdAt: at(2) });
    await shop.call("/api/v2/bookings/confirm", { id: old, revision: 1 });
    const query = { changed_since: "2026-11-20T05:01:00Z", per_page: 2 };
    const first = await read(query, shop.token);
    const second = await read({ ...query, cursor: first.next_cursor }, shop.token);
    expect([...first.bookings, ...second.bookings].map(({ id }) => id)).toEqual([
      one,
      two,
      same,
      old,
    ]);
    expect(second.bookings[1]).toEqual(
      shop.shown(old, {
        ...{ status: "Confirmed", next: ["Seated", "Canceled", "No-show"], revision: 2 },
        ...{ created: expect.any(Number), ...decidedByTill },
      }),
    );
    expect(second.next_cursor).toBeNull();
    expect(await ids({ changed_since: "2026-11-20T05:02:00.124Z" }, shop.token)).toEqual([old]);
  });

  it("refuses input, unknown stores and customers, other stores and other scopes", async () => {
    const day = { date: "2099-11-21" };
    expect(await list({})).toEqual([400, refusal("required", "date", needed)]);
    expect(await list({ ...day, from: "2099-11-21" })).toEqual([
      400,
      refusal("invalid", "date", onlyOne),
    ]);
    expect(await list({ from: "2099-11-21", changed_since: "2099-11-21T00:00:00Z" })).toEqual([
      400,
      refusal("invalid", "changed_since", onlyOne),
    ]);
    expect(await list({ to: "2099-11-21" })).toEqual([
      400,
      refusal("required", "from", "This field is required."),
    ]);
    const within = "A day from `from` on is expected, at most 366 days later.";
    for (const to of ["2026-01-01", "2028-01-05"])
      expect(await list({ from: "2027-01-03", to })).toEqual([
        400,
        refusal("invalid", "to", within),
      ]);
    expect(await list({ ...day, status: "Open" })).toMatchObject([
      400,
      { error_code: "invalid_choice", errors: { status: expect.anything() } },
    ]);
    expect(await list({ ...day, store: 999_999 })).toEqual([
      400,
      refusal("invalid_store", "store", "Store not found"),
    ]);
    expect(await list({ ...day, user: "nobody@example.com" })).toEqual([
      400,
      refusal("invalid_user", "user", "User not found"),
    ]);
    const other = await house.given.store(shop.merchant);
    const limited = await shop.otherTill(["bookings"], [other.id]);
    expect(await list({ ...day, store: shop.store.id }, limited)).toEqual([
      403,
      notInStore(shop.store.id),
    ]);
    const without = await shop.otherTill(["members"]);
    expect(await list(day, without)).toEqual([403, withoutScope("bookings")]);
  });

  it("counts the customers that it shows", async () => {
    const busy = await openTables(house, narrow);
    const id = await busy.book();
    await busy.exhaust(id);
    const [status, body] = await busy.call(PATH, { date: "2099-11-21" });
    expect([status, body]).toMatchObject([429, { error_code: "too_many_attempts" }]);
  });
});
