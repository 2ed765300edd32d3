import { beforeAll, describe, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { type Browser, dataOf, deskIn, refusedBy } from "./desk.ts";

contractInProcess("roles and stores", (house) => {
  const desk = deskIn(house);
  let shop: Awaited<ReturnType<typeof open>>;
  let other: Awaited<ReturnType<typeof open>>;

  /** A merchant with two stores and a customer, who has a redemption in each store. */
  async function open() {
    const merchant = await house.given.merchant();
    const stores = [await house.given.store(merchant), await house.given.store(merchant)] as const;
    const customer = await house.given.customer(merchant, {}, { stamps: 100 });
    const reward = await house.given.reward(merchant, { stampsToRedeem: 1 });
    const owner = await desk.at(merchant, "owner");
    const cashier = await desk.at(merchant, "cashier", [stores[0].id]);
    const redeem = (browser: Browser, store: number) =>
      browser.mutate("redemptions.redeemReward", {
        user: customer.email,
        store,
        reward: reward.id,
      });
    const made = async (at: 0 | 1) => {
      const body = dataOf(await redeem(owner, stores[at].id)) as { redemption: { id: number } };
      return body.redemption.id;
    };
    return {
      merchant,
      stores,
      customer,
      owner,
      cashier,
      redeem,
      here: await made(0),
      there: await made(1),
    };
  }

  beforeAll(async () => {
    shop = await open();
    other = await open();
  });

  describe("a cashier", () => {
    it("redeems in the own store and in no other, and is named as who did it", async () => {
      const answer = await shop.redeem(shop.cashier, shop.stores[0].id);
      expect(answer[0]).toBe(200);
      const { redemption } = dataOf(answer) as { redemption: { id: number } };
      const detail = dataOf(
        await shop.owner.query("staff.redemptions.get", { redemptionId: redemption.id }),
      );
      expect(detail).toMatchObject({
        redeemedBy: { kind: "staff", name: expect.stringMatching(/^person/) },
      });
      expect(refusedBy(await shop.redeem(shop.cashier, shop.stores[1].id))).toBe(
        "permission_denied",
      );
    });

    it("cannot cancel, preview or see another store's redemption", async () => {
      const redemptionId = shop.there;
      const cancel = { redemptionId, createReplacementVoucher: false, reason: "Wrong customer" };
      expect(refusedBy(await shop.cashier.mutate("staff.redemptions.cancel", cancel))).toBe(
        "permission_denied",
      );
      for (const procedure of ["staff.redemptions.get", "staff.redemptions.previewCancel"])
        expect(refusedBy(await shop.cashier.query(procedure, { redemptionId }))).toBe(
          "permission_denied",
        );
      const { items } = dataOf(await shop.cashier.query("staff.redemptions.list", {})) as {
        items: { store: { id: number } }[];
      };
      expect(new Set(items.map(({ store }) => store.id))).toEqual(new Set([shop.stores[0].id]));
    });

    it("cancels the own store's, after a look at what comes back", async () => {
      const preview = await shop.cashier.query("staff.redemptions.previewCancel", {
        redemptionId: shop.here,
      });
      expect(dataOf(preview)).toMatchObject({ isCanceled: false, stampsBack: 1 });
      const cancel = { redemptionId: shop.here, createReplacementVoucher: false };
      const canceled = (more: object) =>
        shop.cashier.mutate("staff.redemptions.cancel", { ...cancel, ...more });
      expect((await canceled({}))[0]).toBe(400);
      expect(refusedBy(await shop.cashier.mutate("redemptions.cancel", { id: shop.here }))).toBe(
        "permission_denied",
      );
      expect((await canceled({ reason: "Wrong customer" }))[0]).toBe(200);
    });

    it.each([
      ["staff.customers.adjustStamps", { delta: 5, reason: "I like them" }],
      ["staff.customers.block", { isBlocked: true, reason: "I do not like them" }],
      ["staff.customers.edit", { name: "X" }],
    ])("may not call %s, whatever it says", async (procedure, input) => {
      const answer = await shop.cashier.mutate(procedure, {
        customerId: shop.customer.id,
        ...input,
      });
      expect([answer[0], refusedBy(answer)]).toEqual([403, "permission_denied"]);
      expect((await shop.cashier.mutate(procedure, {}))[0]).toBe(403);
    });

    it("may not read the record of changes", async () => {
      expect(refusedBy(await shop.cashier.query("staff.audit.list", {}))).toBe("permission_denied");
      expect((await shop.owner.query("staff.audit.list", {}))[0]).toBe(200);
    });

    it("is told what may be called", async () => {
      const { role, stores, may } = dataOf(await shop.cashier.query("staff.me")) as {
        role: string;
        stores: { id: number }[];
        may: string[];
      };
      expect([role, stores.map(({ id }) => id)]).toEqual(["cashier", [shop.stores[0].id]]);
      expect(may).toContain("staff.redemptions.cancel");
      expect(may).not.toContain("staff.customers.edit");
    });
  });

  it.each(["pin.set", "pin.unblock", "password.set", "pin.requestReset"])(
    "nobody of the staff calls %s: it is for customers' own means",
    async (procedure) => {
      expect((await shop.owner.mutate(procedure, {}))[0]).toBeGreaterThanOrEqual(403);
    },
  );

  it("another merchant's things are as if they were not there", async () => {
    const { owner } = other;
    const of = shop.customer.id;
    const wrong = { customerId: of };
    expect(refusedBy(await owner.query("staff.customers.get", wrong))).toBe("invalid_user");
    expect(
      refusedBy(
        await owner.query("staff.till.customer", { ...wrong, storeId: other.stores[0].id }),
      ),
    ).toBe("invalid_user");
    expect(
      refusedBy(
        await owner.query("staff.till.customer", {
          customerId: other.customer.id,
          storeId: shop.stores[0].id,
        }),
      ),
    ).toBe("invalid_store");
    const reason = "They are not mine";
    expect(
      refusedBy(await owner.mutate("staff.customers.adjustStamps", { ...wrong, delta: 1, reason })),
    ).toBe("invalid_user");
    expect(dataOf(await owner.query("staff.till.lookup", { text: shop.customer.email }))).toEqual({
      customers: [],
      vouchers: [],
      promoCodes: [],
    });
    expect(
      dataOf(await owner.query("staff.customers.search", { text: shop.customer.email })),
    ).toEqual({ items: [], nextCursor: null });
    const { items } = dataOf(await owner.query("staff.redemptions.list", {})) as {
      items: { customer: { id: number } }[];
    };
    expect(items.map(({ customer }) => customer.id)).not.toContain(of);
  });

  it("a token is no member of staff, whatever it may do", async () => {
    const token = await house.tokenOf(shop.merchant);
    const answer = await house.send({ method: "GET", path: "/trpc/staff.me", token });
    expect([answer[0], refusedBy(answer)]).toEqual([403, "permission_denied"]);
    expect((await house.send({ method: "GET", path: "/trpc/staff.me" }))[0]).toBe(401);
  });

  it("wrong input is told on its field, in words", async () => {
    const answer = await shop.owner.mutate("staff.customers.adjustStamps", {
      customerId: shop.customer.id,
      delta: 0,
      reason: " ",
    });
    expect(answer[0]).toBe(400);
    expect(answer[1]).toMatchObject({
      error: {
        data: {
          failure: {
            code: "invalid",
            field: "delta",
            errors: {
              delta: "Some stamps are to be added or taken.",
              reason: "Please say why, in a few words.",
            },
          },
        },
      },
    });
  });

  it("a cursor that is none is refused", async () => {
    for (const cursor of ["x", "W10", Buffer.from('["2020",1]').toString("base64url")]) {
      const answer = await shop.owner.query("staff.redemptions.list", { cursor });
      expect([answer[0], refusedBy(answer)]).toEqual([400, "invalid"]);
    }
    const first = dataOf(await shop.owner.query("staff.redemptions.list", { limit: 1 })) as {
      items: { id: number }[];
      nextCursor: string;
    };
    const second = dataOf(
      await shop.owner.query("staff.redemptions.list", { limit: 1, cursor: first.nextCursor }),
    ) as { items: { id: number }[] };
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
  });

  it("a manager changes stamps on the record, which can be taken along as CSV", async () => {
    const manager = await desk.at(shop.merchant, "manager");
    const change = { customerId: shop.customer.id, delta: 2, reason: "=2+2 from the old card" };
    expect((await manager.mutate("staff.customers.adjustStamps", change))[0]).toBe(200);
    const { text } = dataOf(
      await manager.query("staff.audit.csv", { action: "customers.adjustStamps" }),
    ) as { text: string };
    const [heading, row] = text.split("\r\n");
    expect(heading).toBe(
      "\uFEFFtime,time_zone,by,action,subject,subject_name,reason,address,details",
    );
    expect(row).toContain(`customer ${shop.customer.id},,'=2+2 from the old card,`);
  });
});
