import { resetSecondFactorAsOperator } from "@stampbook/core/access";
import type { Merchant, StaffRole } from "@stampbook/core/context";
import { appRouter, listProcedures } from "@stampbook/router";
import { describe, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { codeOf } from "./accounts/authenticator.ts";
import { type Browser, dataOf, deskIn, PASSWORD, type Person, refusedBy } from "./desk.ts";
import { inFragment } from "./in-fragment.ts";

const PIN = "804619";
const WRONG = "804618";
const PING = "diagnostics.ping";
const DEVICE = "stampbook.shared";

contractInProcess("a shared device", (house) => {
  const desk = deskIn(house);
  const sql = (text: string) => house.core.db.execute(text);

  const signIn = (browser: Browser, { email }: Person, password = PASSWORD) =>
    browser.auth("/sign-in/email", { email, password });
  const confirm = (browser: Browser) => browser.auth("/verify-password", { password: PASSWORD });
  const setPin = (browser: Browser, pin = PIN) => browser.mutate("staff.ownPin.set", { pin });
  const open = async (browser: Browser, { id: userId }: Person, pin = PIN) => {
    const [status, body] = await browser.auth("/quick-switch/switch", { userId, pin });
    return [status, (body as { code?: string; status?: boolean }).code ?? "open"];
  };
  type State = {
    readonly name: string;
    readonly people: readonly { readonly userId: string; readonly needsSignIn: boolean }[];
  };
  const stateOf = async (browser: Browser) => {
    const [, body] = await browser.auth("/quick-switch/device");
    return (body as { device: State | null }).device;
  };
  const canWork = async (browser: Browser) => (await browser.mutate(PING))[0] === 200;

  /** Somebody with a PIN. */
  async function withPin(merchant: Merchant, role: StaffRole = "cashier", stores: number[] = []) {
    const who = await desk.person();
    await desk.hire(who, merchant, role, stores);
    const own = desk.browser();
    await signIn(own, who);
    await confirm(own);
    expect((await setPin(own))[0]).toBe(200);
    return { who, own };
  }

  /** A till that an owner enrolled, at which nobody is signed in. */
  async function shop() {
    const merchant = await house.given.merchant();
    const store = await house.given.store(merchant);
    const owner = await desk.person();
    await desk.hire(owner, merchant, "owner");
    const till = desk.browser();
    await signIn(till, owner);
    await confirm(till);
    const device = { storeId: store.id, name: "Counter" };
    expect((await till.auth("/quick-switch/enrol", device))[0]).toBe(200);
    await till.auth("/sign-out", {});
    return { merchant, store, owner, till };
  }

  /** Another browser with the same device's cookie, and an address of its own. */
  function copyOf(till: Browser): Browser {
    const copy = desk.browser();
    copy.cookies.set(DEVICE, till.cookies.get(DEVICE) ?? "");
    return copy;
  }

  async function events({ id }: Merchant) {
    const rows = await house.core.db.query.securityEvents.findMany({
      where: (event, { eq }) => eq(event.merchantId, id),
      orderBy: (event) => event.createdAt,
    });
    return rows.map(({ what, result, details }) => {
      const { method } = details as { method?: string };
      return [what, result, method].filter(Boolean).join(" ");
    });
  }

  describe("is enrolled", () => {
    it("by a manager who has just entered the password, in a cookie that scripts cannot read", async () => {
      const merchant = await house.given.merchant();
      const store = await house.given.store(merchant);
      const manager = await desk.at(merchant, "manager");
      await house.core.db.execute("update staff_sessions set password_checked_at = null");
      const device = { storeId: store.id, name: "Counter" };
      const early = await manager.auth("/quick-switch/enrol", device);
      expect([early[0], early[1]]).toMatchObject([403, { code: "FRESH_PASSWORD_REQUIRED" }]);
      await confirm(manager);
      const [status, , headers] = await manager.auth("/quick-switch/enrol", device);
      expect(status).toBe(200);
      const lines = [headers["set-cookie"] ?? []].flat();
      const own = lines.find((line) => line.startsWith(`${DEVICE}=`)) ?? "";
      expect(own).toMatch(/; Path=\/staff-auth; HttpOnly; SameSite=Strict/);
      const [row] = await house.core.db.query.staffDevices.findMany({
        where: (one, { eq }) => eq(one.merchantId, merchant.id),
      });
      const secret = manager.cookies.get(DEVICE)?.split(".")[2] ?? "";
      expect(secret).toHaveLength(32);
      expect(row).toMatchObject({ name: "Counter", storeId: store.id, revokedAt: null });
      expect(JSON.stringify(row)).not.toContain(secret);
      expect(dataOf(await manager.query("staff.settings.devices.list"))).toMatchObject([
        { name: "Counter", storeId: store.id, lastUsedAt: null },
      ]);
    });

    it("by no cashier, and for no store of others", async () => {
      const merchant = await house.given.merchant();
      const stores = [await house.given.store(merchant), await house.given.store(merchant)];
      const [here, there] = stores.map(({ id }) => id) as [number, number];
      const abroad = await house.given.store(await house.given.merchant());
      const cashier = await desk.at(merchant, "cashier");
      const manager = await desk.at(merchant, "manager", [here]);
      const owner = await desk.at(merchant, "owner");
      const enrol = async (browser: Browser, storeId: number) => {
        await confirm(browser);
        const device = { storeId, name: "Counter" };
        const [status, body] = await browser.auth("/quick-switch/enrol", device);
        return [status, (body as { code?: string }).code];
      };
      expect(await enrol(cashier, here)).toEqual([403, "PERMISSION_DENIED"]);
      expect(await enrol(manager, there)).toEqual([403, "PERMISSION_DENIED"]);
      expect(await enrol(owner, abroad.id)).toEqual([400, "INVALID_STORE"]);
      expect((await enrol(manager, here))[0]).toBe(200);
      const [device] = dataOf(await owner.query("staff.settings.devices.list")) as { id: number }[];
      const elsewhere = await desk.at(merchant, "manager", [there]);
      const revoke = { id: device?.id };
      expect(refusedBy(await elsewhere.mutate("staff.settings.devices.revoke", revoke))).toBe(
        "permission_denied",
      );
      const stranger = await desk.at(await house.given.merchant(), "owner");
      expect(refusedBy(await stranger.mutate("staff.settings.devices.revoke", revoke))).toBe(
        "invalid",
      );
    });
  });

  describe("a PIN", () => {
    it("is set after the password, has six digits, and is no common one", async () => {
      const merchant = await house.given.merchant();
      const who = await desk.person();
      await desk.hire(who, merchant, "cashier");
      const own = desk.browser();
      await signIn(own, who);
      expect(refusedBy(await setPin(own))).toBe("fresh_password_required");
      await confirm(own);
      for (const pin of ["12345", "1234567", "80461a"])
        expect(refusedBy(await setPin(own, pin))).toBe("invalid");
      for (const pin of ["123456", "111111", "121212", "147258"])
        expect(refusedBy(await setPin(own, pin))).toBe("weak_password");
      await setPin(own);
      expect(dataOf(await own.query("staff.ownPin.get"))).toEqual({ isSet: true });
      const [row] = await house.core.db.query.staffPins.findMany({
        where: (pin, { eq }) => eq(pin.userId, who.id),
      });
      expect(row?.verifier).toMatch(/^pin\$[0-9a-f]{8}\$argon2id\$/);
      expect(house.log.join("")).not.toContain(PIN);
      await own.mutate("staff.ownPin.remove");
      expect(dataOf(await own.query("staff.ownPin.get"))).toEqual({ isSet: false });
    });

    it("opens the till for whom the device lists, and signs out who worked there", async () => {
      const { merchant, store, owner, till } = await shop();
      const other = await house.given.store(merchant);
      const { who } = await withPin(merchant);
      const { who: elsewhere } = await withPin(merchant, "manager", [other.id]);
      const { who: here } = await withPin(merchant, "cashier", [store.id]);
      const { who: foreign } = await withPin(await house.given.merchant());
      const people = (await stateOf(till))?.people ?? [];
      expect(people.map(({ userId }) => userId).sort()).toEqual([who.id, here.id].sort());
      for (const nobody of [elsewhere, foreign, owner, { ...owner, id: "nobody" }])
        expect(await open(till, nobody)).toEqual([400, "INVALID_PIN"]);
      expect(await open(till, who)).toEqual([200, "open"]);
      expect(dataOf(await till.query("staff.me"))).toMatchObject({
        person: { id: who.id },
        isByPin: true,
      });
      const first = new Map(till.cookies);
      expect(await open(till, here)).toEqual([200, "open"]);
      expect(dataOf(await till.query("staff.me"))).toMatchObject({ person: { id: here.id } });
      const left = desk.browser();
      for (const [name, value] of first) left.cookies.set(name, value);
      expect(await canWork(left)).toBe(false);
      expect(await stateOf(desk.browser())).toBeNull();
      expect(await open(desk.browser(), who)).toEqual([403, "PERMISSION_DENIED"]);
    });

    it("T60: is closed on the device after five wrong ones, until its person signs in there", async () => {
      const { merchant, till } = await shop();
      const { who, own } = await withPin(merchant);
      const second = await withPin(merchant);
      for (let tries = 1; tries <= 4; tries++)
        expect(await open(till, who, WRONG)).toEqual([400, "INVALID_PIN"]);
      expect(await open(till, who)).toEqual([200, "open"]);
      for (let tries = 1; tries <= 5; tries++)
        expect(await open(till, who, WRONG)).toEqual([400, "INVALID_PIN"]);
      expect(await open(till, who)).toEqual([400, "PIN_BLOCKED"]);
      // the block does not end with another person's right PIN on the same till, nor with a new PIN
      expect(await open(till, second.who)).toEqual([200, "open"]);
      await signIn(own, who);
      await confirm(own);
      await setPin(own, "904618");
      expect(await open(till, who, "904618")).toEqual([400, "PIN_BLOCKED"]);
      expect((await stateOf(till))?.people).toContainEqual(
        expect.objectContaining({ userId: who.id, needsSignIn: true }),
      );
      await signIn(till, who, "a wrong long password");
      expect(await open(till, who, "904618")).toEqual([400, "PIN_BLOCKED"]);
      await signIn(till, who);
      expect(await open(till, who, "904618")).toEqual([200, "open"]);
      expect(await events(merchant)).toEqual(
        expect.arrayContaining([
          "device-enrolled done",
          "staff-pin-set done",
          "sign-in done pin",
          "sign-in failed pin",
          "staff-pin-closed done pin",
          "sign-in refused pin",
        ]),
      );
    });

    it("T62: of a person with a second factor opens nothing where they did not use it", async () => {
      const { merchant, till } = await shop();
      const { who, own } = await withPin(merchant);
      const [, body] = await own.auth("/two-factor/enable", { password: PASSWORD });
      const { totpURI } = body as { totpURI: string };
      await own.auth("/two-factor/verify-totp", { code: codeOf(totpURI) });
      expect(await open(till, who)).toEqual([400, "PIN_BLOCKED"]);
      await signIn(till, who);
      expect(await open(till, who)).toEqual([400, "PIN_BLOCKED"]);
      await signIn(till, who);
      expect((await till.auth("/two-factor/verify-totp", { code: codeOf(totpURI, 1) }))[0]).toBe(
        200,
      );
      expect(await open(till, who)).toEqual([200, "open"]);
      const mine = `user_id = '${who.id}'`;
      await sql(
        `update staff_device_people set second_factor_at = now() - interval '31 days' where ${mine}`,
      );
      expect(await open(till, who)).toEqual([400, "PIN_BLOCKED"]);
    });

    it.each([
      [
        "an owner",
        async (owner: Person, { id: userId }: Person) => {
          const boss = desk.browser();
          await signIn(boss, owner);
          await confirm(boss);
          const reset = await boss.mutate("staff.settings.staff.resetSecondFactor", { userId });
          expect(reset[0]).toBe(200);
        },
      ],
      [
        "the operator",
        async (_: Person, { email }: Person) => {
          expect(
            await resetSecondFactorAsOperator(house.core, { email, hasMail: true }),
          ).toBeTruthy();
        },
      ],
    ])(
      "opens nothing after %s reset its person's second factor, before the new one is used there",
      async (_by, reset) => {
        const { merchant, owner, till } = await shop();
        const { who, own } = await withPin(merchant);
        /** Turns the second factor on. Returns a function that signs in at the till with it. */
        const turnOn = async (browser: Browser) => {
          const [, body] = await browser.auth("/two-factor/enable", { password: PASSWORD });
          const { totpURI } = body as { totpURI: string };
          await browser.auth("/two-factor/verify-totp", { code: codeOf(totpURI) });
          return async () => {
            await signIn(till, who);
            const code = codeOf(totpURI, 1);
            expect((await till.auth("/two-factor/verify-totp", { code }))[0]).toBe(200);
          };
        };
        const signInAtTill = await turnOn(own);
        await signInAtTill();
        expect(await open(till, who)).toEqual([200, "open"]);
        await reset(owner, who);
        const again = desk.browser();
        await signIn(again, who);
        await confirm(again);
        expect((await setPin(again))[0]).toBe(200);
        const signInWithNew = await turnOn(again);
        expect(await open(till, who)).toEqual([400, "PIN_BLOCKED"]);
        await signInWithNew();
        expect(await open(till, who)).toEqual([200, "open"]);
      },
    );

    it("the operator's reset is known to the devices of every merchant", async () => {
      const [one, two] = [await shop(), await shop()];
      const { who, own } = await withPin(one.merchant);
      await desk.hire(who, two.merchant, "cashier");
      const [, body] = await own.auth("/two-factor/enable", { password: PASSWORD });
      const { totpURI } = body as { totpURI: string };
      await own.auth("/two-factor/verify-totp", { code: codeOf(totpURI) });
      await sql(`insert into staff_device_people (merchant_id, device_id, user_id, second_factor_at)
        select merchant_id, id, '${who.id}', now() from staff_devices
        where merchant_id in (${one.merchant.id}, ${two.merchant.id})`);
      const remembered = async () => {
        const rows = await house.core.db.query.staffDevicePeople.findMany({
          where: (row, { eq }) => eq(row.userId, who.id),
        });
        return rows.map(({ secondFactorAt }) => secondFactorAt !== null);
      };
      expect(await remembered()).toEqual([true, true]);
      await resetSecondFactorAsOperator(house.core, { email: who.email, hasMail: true });
      expect(await remembered()).toEqual([false, false]);
    });
  });

  describe("a session that a PIN opened", () => {
    it("T59: calls what the till and the desk need, and nothing else", async () => {
      const { merchant, till } = await shop();
      const { who } = await withPin(merchant, "owner");
      await open(till, who);
      const { may } = dataOf(await till.query("staff.me")) as { may: readonly string[] };
      for (const { name, type, meta } of listProcedures(appRouter)) {
        if (meta.open || type === "subscription") continue;
        const answer = type === "query" ? await till.query(name, {}) : await till.mutate(name, {});
        const refusal = answer[0] === 200 ? null : refusedBy(answer);
        const isClosed = refusal === "password_required" || refusal === "permission_denied";
        expect([name, isClosed]).toEqual([name, !may.includes(name)]);
      }
      expect((await till.auth("/quick-switch/enrol", { storeId: 1, name: "Mine" }))[0]).toBe(401);
    });

    it("T59: is no session for better-auth", async () => {
      const { merchant, till } = await shop();
      const { who } = await withPin(merchant, "owner");
      await open(till, who);
      const saved = new Map(till.cookies);
      const calls: readonly [string, object | undefined][] = [
        ["/get-session", undefined],
        ["/list-sessions", undefined],
        ["/verify-password", { password: PASSWORD }],
        ["/update-user", { name: "Somebody else" }],
        ["/update-session", { activeMerchantId: 1 }],
        ["/change-password", { currentPassword: PASSWORD, newPassword: "another long password" }],
        ["/revoke-sessions", {}],
        ["/revoke-other-sessions", {}],
        ["/two-factor/enable", { password: PASSWORD }],
        ["/passkey/generate-register-options", undefined],
      ];
      for (const [path, body] of calls) {
        for (const [name, value] of saved) till.cookies.set(name, value);
        const answer = await till.auth(path, body);
        expect([path, answer[0] === 200 ? answer[1] : answer[0]]).toEqual([
          path,
          path === "/get-session" ? null : 401,
        ]);
      }
      for (const [name, value] of saved) till.cookies.set(name, value);
      expect(await canWork(till)).toBe(true);
      expect((await till.auth("/sign-out", {}))[0]).toBe(200);
      for (const [name, value] of saved) till.cookies.set(name, value);
      expect(await canWork(till)).toBe(false);
    });

    it.each<[string, (who: Person, merchant: Merchant, own: Browser) => Promise<unknown>]>([
      [
        "the device is revoked",
        async (_, merchant) => {
          const manager = await desk.at(merchant, "manager");
          const [device] = dataOf(await manager.query("staff.settings.devices.list")) as {
            id: number;
          }[];
          await manager.mutate("staff.settings.devices.revoke", { id: device?.id });
        },
      ],
      ["the PIN is changed", (_who, _merchant, own) => setPin(own, "904618")],
      ["the PIN is removed", (_who, _merchant, own) => own.mutate("staff.ownPin.remove")],
      [
        "the password is changed",
        (_who, _merchant, own) =>
          own.auth("/change-password", {
            currentPassword: PASSWORD,
            newPassword: "another long password",
          }),
      ],
      [
        "the password is reset",
        async (who) => {
          const browser = desk.browser();
          await browser.auth("/request-password-reset", { email: who.email });
          const link = await desk.linkTo(who.email);
          const token = inFragment(link, "token");
          await browser.auth("/reset-password", { newPassword: "another long password", token });
        },
      ],
      ["the person is dismissed", (who) => desk.dismiss(who)],
      [
        "the person may no longer act in the store",
        async (who, merchant) => {
          const { id } = await house.given.store(merchant);
          await sql(`update staff_members set stores = '{${id}}' where user_id = '${who.id}'`);
        },
      ],
      ["others are signed out", (_who, _merchant, own) => own.auth("/revoke-other-sessions", {})],
      [
        "twelve hours are over",
        (who) =>
          sql(
            `update staff_sessions set expires_at = expires_at - interval '12 hours' where user_id = '${who.id}'`,
          ),
      ],
    ])("T61: ends when %s", async (_, end) => {
      const { merchant, till } = await shop();
      const { who, own } = await withPin(merchant);
      await open(till, who);
      expect(await canWork(till)).toBe(true);
      await end(who, merchant, own);
      expect(await canWork(till)).toBe(false);
    });

    it("T61: is not opened by the cookie of a revoked device", async () => {
      const { merchant, till } = await shop();
      const { who } = await withPin(merchant);
      const copy = copyOf(till);
      expect(await open(copy, who)).toEqual([200, "open"]);
      await sql(`update staff_devices set revoked_at = now() where merchant_id = ${merchant.id}`);
      expect(await open(copy, who)).toEqual([403, "PERMISSION_DENIED"]);
      expect(await stateOf(copy)).toBeNull();
      expect(copy.cookies.has(DEVICE)).toBe(false);
    });
  });
});
