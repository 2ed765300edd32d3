import { expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { dataOf, deskIn, ORIGIN, PASSWORD, refusedBy } from "./desk.ts";
import { inFragment } from "./in-fragment.ts";

contractInProcess("mails to staff", (house) => {
  const desk = deskIn(house);

  it("invite somebody new, who chooses a password and is let in", async () => {
    const merchant = await house.given.merchant();
    const store = await house.given.store(merchant);
    const owner = await desk.at(merchant, "owner");
    const email = "dewi@example.com";
    const asked = { email, role: "cashier", stores: [store.id] };
    const invited = await owner.mutate("staff.settings.staff.invite", asked);
    expect([invited[0], JSON.stringify(invited[1])]).toEqual([
      200,
      expect.not.stringContaining("secret"),
    ]);
    expect(dataOf(invited)).toMatchObject({ link: null });
    expect(dataOf(await owner.query("staff.settings.staff.list"))).toMatchObject({ hasMail: true });
    const link = await desk.linkTo(email);
    expect(`${link?.origin}${link?.pathname}`).toBe(`${ORIGIN}/invitation`);
    const secret = inFragment(link, "secret");

    const browser = desk.browser();
    expect(dataOf(await browser.query("staff.invitation.get", { secret }))).toEqual({
      merchant: merchant.name,
      email,
      role: "cashier",
      needsDetails: true,
      needsSignIn: false,
    });
    const weak = await browser.mutate("staff.invitation.accept", {
      secret,
      name: "Dewi",
      password: "short",
    });
    expect(weak[1]).toMatchObject({ error: { data: { failure: { field: "password" } } } });
    const accepted = await browser.mutate("staff.invitation.accept", {
      secret,
      name: "Dewi",
      password: PASSWORD,
    });
    expect(dataOf(accepted)).toEqual({ email, merchantId: merchant.id });
    await browser.auth("/sign-in/email", { email, password: PASSWORD });
    expect(dataOf(await browser.query("staff.me"))).toMatchObject({
      person: { name: "Dewi", email },
      role: "cashier",
      stores: [{ id: store.id }],
    });
    expect(
      (
        await browser.mutate("staff.invitation.accept", { secret, name: "X", password: PASSWORD })
      )[0],
    ).toBe(400);
  });

  it("only owners invite, and nobody guesses links without end", async () => {
    const merchant = await house.given.merchant();
    const manager = await desk.at(merchant, "manager");
    const asked = { email: "x@example.com", role: "cashier", stores: [] };
    expect(refusedBy(await manager.mutate("staff.settings.staff.invite", asked))).toBe(
      "permission_denied",
    );
    const browser = desk.browser();
    const statuses = new Set<number>();
    for (let at = 0; at < 31; at++)
      statuses.add((await browser.query("staff.invitation.get", { secret: `guess-${at}` }))[0]);
    expect([...statuses]).toEqual([400, 429]);
  });
});

contractInProcess("settings", (house) => {
  const desk = deskIn(house);

  it("a cashier mints no token and changes nothing; a manager looks; an owner does", async () => {
    const merchant = await house.given.merchant();
    const store = await house.given.store(merchant);
    const [owner, manager, cashier] = [
      await desk.at(merchant, "owner"),
      await desk.at(merchant, "manager"),
      await desk.at(merchant, "cashier"),
    ];
    const token = {
      name: "Till 1",
      scopes: ["redemptions"],
      stores: [store.id],
      lastDay: "2099-12-31",
    };
    for (const browser of [cashier, manager])
      expect(refusedBy(await browser.mutate("staff.settings.tokens.issue", token))).toBe(
        "permission_denied",
      );
    expect(refusedBy(await cashier.query("staff.settings.policy.get"))).toBe("permission_denied");
    expect((await manager.query("staff.settings.policy.get"))[0]).toBe(200);
    const { secret, id } = dataOf(await owner.mutate("staff.settings.tokens.issue", token)) as {
      secret: string;
      id: number;
    };
    expect((await house.post("/api/ping", {}, { token: secret }))[0]).toBe(200);
    expect((await owner.mutate("staff.settings.tokens.revoke", { id }))[0]).toBe(200);
    const list = await owner.query("staff.settings.tokens.list");
    expect(JSON.stringify(list[1])).not.toContain(secret);
    expect(dataOf(list)).toMatchObject([{ id, state: "revoked" }]);

    const policy = { redemptionPinAuthorization: true, pinMaxAttempts: 11 };
    const refused = await owner.mutate("staff.settings.policy.update", policy);
    expect(refused[1]).toMatchObject({
      error: { data: { failure: { field: "pinMaxAttempts", message: "At most 10." } } },
    });
    await owner.mutate("staff.settings.policy.update", { ...policy, pinMaxAttempts: 4 });
    expect(dataOf(await cashier.query("staff.me"))).toMatchObject({ merchant: { needsPin: true } });

    const template = {
      code: "otp",
      channel: "email",
      subject: "{{merchant_name}}",
      body: "{{otp}}",
    };
    expect(
      dataOf(await manager.query("staff.settings.messageTemplates.preview", template)),
    ).toMatchObject({
      message: { subject: merchant.name, text: "123456" },
    });
    expect((await owner.mutate("staff.settings.messageTemplates.save", template))[0]).toBe(200);
    expect((await owner.mutate("staff.settings.messageTemplates.sendTest", { template }))[0]).toBe(
      200,
    );
    expect(dataOf(await manager.query("staff.settings.outbox.list", {}))).toMatchObject({
      items: [
        { kind: "staff", templateCode: "otp", state: "waiting" },
        { kind: "staff", templateCode: "staff_new_token", state: "waiting" },
      ],
    });
    const hours = { openingHours: { 1: [{ from: "08:00", to: "25:00" }] } };
    const shop = { code: "S9", name: "Senopati", timezone: "Asia/Jakarta", isActive: true };
    expect((await owner.mutate("staff.settings.stores.create", { ...shop, ...hours }))[0]).toBe(
      400,
    );
    expect((await owner.mutate("staff.settings.stores.create", shop))[0]).toBe(200);
    const numbers = { from: "2026-11-21", to: "2026-11-21" };
    expect(dataOf(await manager.query("staff.overview.numbers", numbers))).toMatchObject({
      totals: { redemptions: 0 },
    });
    expect(refusedBy(await cashier.query("staff.overview.numbers", numbers))).toBe(
      "permission_denied",
    );
  });
});
