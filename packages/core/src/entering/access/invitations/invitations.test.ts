import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../../../foundation/audit/index.ts";
import type { CoreContext, Merchant, StaffRole } from "../../../foundation/context.ts";
import { deliverMessages, type OutgoingMessage } from "../../../foundation/messages/index.ts";
import { Secret } from "../../../foundation/secret.ts";
import { listSecurityEvents } from "../../../foundation/security-events/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import {
  acceptInvitation,
  changeMember,
  confirmEmailAsOperator,
  endToken,
  getInvitation,
  inviteStaff,
  listStaff,
  listTokens,
  mintToken,
  removeMember,
  revokeInvitation,
} from "../index.ts";

const t = harnessOfFile({ isOwn: true });

const password = new Secret("a long enough password");
const linkTo = (secret: string) => `https://console.example/invitation?secret=${secret}`;

function ownerOf(merchant: Merchant, userId = "u1"): CoreContext {
  return t.as(merchant, {
    caller: { kind: "staff", merchant, userId, role: "owner", stores: null },
  });
}

/** Sends the queued mails, and returns them. */
async function mails(): Promise<OutgoingMessage[]> {
  const sent: OutgoingMessage[] = [];
  await deliverMessages(t.deps, "email", async (message) => {
    sent.push(message);
    return { kind: "sent", providerId: null };
  });
  return sent;
}

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const ctx = ownerOf(merchant);
  /** Invites, and reads the secret from the mail. */
  const invite = async (email: string, role: StaffRole = "cashier", stores = [store.id]) => {
    const { id } = await inviteStaff(ctx, { email, role, stores, hasMail: true, linkTo });
    const mail = (await mails()).find(({ recipient }) => recipient === email.toLowerCase());
    const secret = /secret=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    return { id, mail, secret };
  };
  const accept = (secret: string, name = "Dewi", sessionUserId: string | null = null) =>
    acceptInvitation(t.deps, { secret, name, password, sessionUserId });
  const join = async (email: string, role: StaffRole, stores: number[] = []) => {
    await accept((await invite(email, role, stores)).secret);
    const { members } = await listStaff(ctx);
    return members.find((member) => member.email === email)?.userId ?? "";
  };
  return { merchant, store, ctx, invite, accept, join };
}

const accountOf = (userId: string) =>
  t.db.query.staffAccounts.findMany({ where: eq(schema.staffAccounts.userId, userId) });

let last = 0;
const newEmail = () => `invited-${++last}@example.com`;

describe("an invitation", () => {
  test("goes by mail alone, and lets somebody new in once, with a password of their own", async () => {
    const { merchant, store, ctx, invite, accept } = await setting();
    const email = newEmail();
    const { mail, secret, id } = await invite(email.toUpperCase());
    expect(mail).toMatchObject({
      recipient: email,
      subject: `${merchant.name} invites you to Stampbook`,
    });
    expect((await listStaff(ctx)).invitations).toMatchObject([{ id, email, role: "cashier" }]);
    const rows = JSON.stringify([
      await t.db.query.staffInvitations.findMany(),
      await t.db.query.auditEntries.findMany(),
    ]);
    expect(rows).not.toContain(secret);
    expect(await getInvitation(t.deps, secret)).toMatchObject({
      email,
      merchant: { id: merchant.id },
      account: null,
    });

    expect(await accept(secret)).toEqual({ email, merchantId: merchant.id });
    const { members, invitations } = await listStaff(ctx);
    expect([members, invitations]).toMatchObject([
      [{ email, name: "Dewi", role: "cashier", stores: [store.id] }],
      [],
    ]);
    const [account] = await t.db.query.staffAccounts.findMany({
      where: (a, { eq }) => eq(a.userId, members[0]?.userId ?? ""),
    });
    expect(await t.deps.secrets.verifyPassword(account?.password ?? "", password.reveal())).toBe(
      true,
    );
    expect((await refusalOf(accept(secret))).message).toMatch(/already accepted/);
  });

  test("S1: of somebody who works elsewhere is accepted in their own session alone", async () => {
    const first = await setting();
    const second = await setting();
    const email = newEmail();
    const userId = await first.join(email, "manager");
    const before = await accountOf(userId);
    const { secret } = await second.invite(email, "owner", []);
    const input = { secret, name: "Somebody else", password: new Secret("") };
    const strangerId = await first.join(newEmail(), "owner");
    for (const sessionUserId of [null, strangerId])
      expect(
        (await refusalOf(acceptInvitation(t.deps, { ...input, sessionUserId }))).message,
      ).toMatch(`Sign in as ${email} first`);
    await acceptInvitation(t.deps, { ...input, sessionUserId: userId });
    expect((await listStaff(second.ctx)).members).toMatchObject([
      { userId, name: "Dewi", role: "owner", stores: [] },
    ]);
    expect(await accountOf(userId)).toEqual(before);
    expect((await listStaff(first.ctx)).members).toContainEqual(
      expect.objectContaining({ userId, role: "manager" }),
    );
  });

  test("S1: an account by a link that was not mailed joins no second merchant until it is confirmed", async () => {
    const [first, second] = [await setting(), await setting()];
    const email = newEmail();
    const unmailed = async ({ ctx }: typeof first) => {
      let link = "";
      const keep = (secret: string) => {
        link = secret;
        return linkTo(secret);
      };
      const input = { email, role: "owner", stores: [], hasMail: false } as const;
      await inviteStaff(ctx, { ...input, linkTo: keep });
      await mails();
      return link;
    };
    await first.accept(await unmailed(first));
    const [{ userId } = { userId: "" }] = (await listStaff(first.ctx)).members;
    const link = await unmailed(second);
    expect((await refusalOf(second.accept(link, "", userId))).message).toMatch(/never confirmed/);
    await confirmEmailAsOperator(t.deps, email);
    await second.accept(link, "", userId);
    expect((await listStaff(second.ctx)).members).toMatchObject([{ userId, role: "owner" }]);
  });

  test("S1: a mailed link takes an unconfirmed account from whoever made it", async () => {
    const [first, second] = [await setting(), await setting()];
    const email = newEmail();
    const userId = await first.join(email, "owner");
    await t.db
      .update(schema.staffUsers)
      .set({ emailVerified: false })
      .where(eq(schema.staffUsers.id, userId));
    await t.db.insert(schema.staffSessions).values({
      ...{ id: `s${userId}`, token: `t${userId}`, userId },
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    await t.db.insert(schema.staffPasskeys).values({
      ...{ id: `k${userId}`, userId, publicKey: "key", credentialID: userId, counter: 0 },
      ...{ deviceType: "singleDevice", backedUp: false },
    });
    const { secret } = await second.invite(email, "owner", []);
    const input = { secret, name: "Dewi Sari", password: new Secret("chosen by the right one") };
    await acceptInvitation(t.deps, { ...input, sessionUserId: null });
    const [{ password: verifier = null } = {}] = await accountOf(userId);
    const opens = (text: string) => t.deps.secrets.verifyPassword(verifier ?? "", text);
    expect([await opens(password.reveal()), await opens("chosen by the right one")]).toEqual([
      false,
      true,
    ]);
    const ofUser = { where: eq(schema.staffSessions.userId, userId) };
    expect(await t.db.query.staffSessions.findMany(ofUser)).toEqual([]);
    expect(await t.db.$count(schema.staffPasskeys, eq(schema.staffPasskeys.userId, userId))).toBe(
      0,
    );
    expect((await listStaff(second.ctx)).members).toMatchObject([{ userId, name: "Dewi Sari" }]);
  });

  test("S1: of somebody whose account is made meanwhile waits for that account's session", async () => {
    const [first, second] = [await setting(), await setting()];
    const email = newEmail();
    const { secret } = await first.invite(email);
    const other = await second.invite(email, "owner", []);
    let isAccepted = false;
    const secrets: typeof t.deps.secrets = {
      ...t.deps.secrets,
      hashPassword: async (text) => {
        const hash = await t.deps.secrets.hashPassword(text);
        if (!isAccepted) {
          isAccepted = true;
          await second.accept(other.secret, "Dewi Sari");
        }
        return hash;
      },
    };
    const input = { secret, name: "Dewi", password, sessionUserId: null };
    const refusal = await refusalOf(acceptInvitation({ ...t.deps, secrets }, input));
    expect(refusal.message).toMatch(/Sign in as/);
    const [{ userId, name } = { userId: "", name: "" }] = (await listStaff(second.ctx)).members;
    expect(name).toBe("Dewi Sari");
    expect((await listStaff(first.ctx)).members).toEqual([]);
    await first.accept(secret, "", userId);
    const entry = await t.db.query.auditEntries.findFirst({
      where: (e, { and, eq: is }) =>
        and(is(e.merchantId, first.merchant.id), is(e.action, "settings.staff.join")),
    });
    expect(entry?.actor).toBe(`staff:${userId}`);
  });

  test("D12: the event of an accepted invitation names the new colleague", async () => {
    const { ctx, join } = await setting();
    const userId = await join(newEmail(), "cashier");
    const page = { from: null, to: null, what: "staff-joined", result: null, actor: null } as const;
    const named = { actor: { kind: "staff", id: userId, name: "Dewi" } };
    const list = () => listSecurityEvents(ctx, { ...page, after: null, limit: 10 });
    const of = eq(schema.securityEvents.actor, `staff:${userId}`);
    expect(await t.db.query.securityEvents.findMany({ where: of })).toMatchObject([
      { actorName: "Dewi" },
    ]);
    expect((await list()).items).toMatchObject([named]);
    await t.db.update(schema.securityEvents).set({ actorName: null }).where(of);
    expect((await list()).items).toMatchObject([named]);
  });

  test("is accepted once by many at once", async () => {
    const { ctx, invite, accept } = await setting();
    const { secret } = await invite(newEmail());
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => accept(secret)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await listStaff(ctx)).members).toHaveLength(1);
  });

  test("opens nothing once it was taken back, replaced, or is too old", async () => {
    const { merchant, ctx, invite, accept } = await setting();
    const revoked = await invite(newEmail());
    await revokeInvitation(ctx, revoked.id);
    expect((await refusalOf(accept(revoked.secret))).message).toMatch(/revoked/);
    expect((await refusalOf(revokeInvitation(ctx, revoked.id))).field).toBe("id");
    const email = newEmail();
    const replaced = await invite(email);
    const newer = await invite(email);
    expect((await refusalOf(accept(replaced.secret))).message).toMatch(/revoked/);
    const late = { ...t.deps, clockOffsetMs: 8 * 24 * 3_600_000 };
    const input = { secret: newer.secret, name: "X", password, sessionUserId: null };
    expect((await refusalOf(acceptInvitation(late, input))).message).toMatch(/expired/);
    expect((await refusalOf(accept("made-up"))).field).toBe("secret");
    const strange = ownerOf(await t.given.merchant());
    expect((await refusalOf(revokeInvitation(strange, newer.id))).field).toBe("id");
    expect(merchant.id).not.toBe(strange.caller.merchant.id);
    await accept(newer.secret);
  });

  test("is refused on the field that is wrong", async () => {
    const { ctx, store, join } = await setting();
    const member = newEmail();
    await join(member, "cashier", [store.id]);
    const strange = await setting();
    const refused = async (email: string, role: StaffRole, stores: number[]) =>
      (await refusalOf(inviteStaff(ctx, { email, role, stores, hasMail: true, linkTo }))).field;
    expect(await refused("nobody", "cashier", [])).toBe("email");
    expect(await refused("a@b", "cashier", [])).toBe("email");
    expect(await refused("a@b.c\nbcc: x@y.z", "cashier", [])).toBe("email");
    expect(await refused(member, "manager", [])).toBe("email");
    expect(await refused(newEmail(), "owner", [store.id])).toBe("stores");
    expect(await refused(newEmail(), "cashier", [strange.store.id])).toBe("stores");
    expect(await mails()).toEqual([]);
  });

  test("asks somebody new for a name and a long enough password", async () => {
    const { invite } = await setting();
    const { secret } = await invite(newEmail());
    const refused = async (name: string, text: string) =>
      (
        await refusalOf(
          acceptInvitation(t.deps, {
            ...{ secret, name, sessionUserId: null },
            password: new Secret(text),
          }),
        )
      ).field;
    expect(await refused(" ", password.reveal())).toBe("name");
    expect(await refused("Dewi", "short")).toBe("password");
    expect(await refused("Dewi", "x".repeat(129))).toBe("password");
  });
});

describe("a member", () => {
  test("is changed and let go on the record", async () => {
    const { merchant, store, ctx, join } = await setting();
    await join(newEmail(), "owner");
    const userId = await join(newEmail(), "cashier", [store.id]);
    await changeMember(ctx, { userId, role: "manager", stores: [] });
    expect((await listStaff(ctx)).members.find((m) => m.userId === userId)).toMatchObject({
      role: "manager",
      stores: [],
    });
    await removeMember(ctx, userId);
    expect((await listStaff(ctx)).members).toHaveLength(1);
    expect((await refusalOf(removeMember(ctx, userId))).field).toBe("userId");
    const any = { from: null, to: null, action: null, actor: null, text: null, after: null };
    const { items } = await listAuditEntries(t.as(merchant), {
      ...any,
      subject: `staff ${userId}`,
      limit: 9,
    });
    expect(items.map(({ action }) => action)).toEqual([
      "settings.staff.remove",
      "settings.staff.change",
    ]);
  });

  test("who is the last owner stays one, whoever else goes at the same time", async () => {
    const { ctx, join } = await setting();
    const owners = [
      await join(newEmail(), "owner"),
      await join(newEmail(), "owner"),
      await join(newEmail(), "owner"),
    ];
    const outcomes = await Promise.allSettled(
      owners.map((userId, at) =>
        at ? removeMember(ctx, userId) : changeMember(ctx, { userId, role: "cashier", stores: [] }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const { members } = await listStaff(ctx);
    expect(members.filter(({ role }) => role === "owner")).toHaveLength(1);
  });

  test("of another merchant is nobody", async () => {
    const { join } = await setting();
    const userId = await join(newEmail(), "cashier");
    const strange = await setting();
    expect((await refusalOf(removeMember(strange.ctx, userId))).field).toBe("userId");
    expect(
      (await refusalOf(changeMember(strange.ctx, { userId, role: "owner", stores: [] }))).field,
    ).toBe("userId");
  });
});

test("a token is minted and ended on the record, and its secret is nowhere", async () => {
  const { merchant, store, ctx } = await setting();
  const input = { name: "Till 1", scopes: ["redemptions"], stores: [store.id], end: null };
  const { secret, id } = await mintToken(ctx, input);
  expect((await refusalOf(mintToken(ctx, { ...input, scopes: ["all"] }))).code).toBe(
    "invalid_choice",
  );
  await endToken(ctx, id);
  expect((await refusalOf(endToken((await setting()).ctx, id))).field).toBe("id");
  expect(await listTokens(t.deps, merchant.id)).toMatchObject([{ id, state: "revoked" }]);
  const entries = await t.db.query.auditEntries.findMany({
    where: (e, { eq }) => eq(e.merchantId, merchant.id),
  });
  expect(entries.map(({ action }) => action).sort()).toEqual([
    "settings.tokens.issue",
    "settings.tokens.revoke",
  ]);
  expect(JSON.stringify(entries)).not.toContain(secret);
});
