import { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import type { StaffRole } from "../../../foundation/context.ts";
import { deliverMessages, type OutgoingMessage } from "../../../foundation/messages/index.ts";
import { Secret } from "../../../foundation/secret.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { acceptInvitation, changeMember, inviteStaff, mintToken } from "../index.ts";

const t = harnessOfFile({ isOwn: true });

/** A merchant with two owners, `ani` and `budi`, and a cashier, `citra`. */
async function setting(country = "SG") {
  const merchant = await t.given.merchant({ country, name: "Kopi\nKemang" });
  const idOf = (name: string) => `${name}-${merchant.id}`;
  const emailOf = (name: string) => `${idOf(name)}@example.com`;
  const employ = async (name: string, role: StaffRole) => {
    const user = { id: idOf(name), name, email: emailOf(name), emailVerified: true };
    await t.db.insert(schema.staffUsers).values(user);
    await t.db
      .insert(schema.staffMembers)
      .values({ merchantId: merchant.id, userId: user.id, role });
  };
  await employ("ani", "owner");
  await employ("budi", "owner");
  await employ("citra", "cashier");
  const ctx = t.as(merchant, {
    caller: { kind: "staff", merchant, userId: idOf("ani"), role: "owner", stores: null },
  });
  return { ctx, idOf, emailOf, owners: [emailOf("ani"), emailOf("budi")] };
}

/** Sends the queued mails. Returns them by their recipients. */
async function mails(): Promise<OutgoingMessage[]> {
  const sent: OutgoingMessage[] = [];
  await deliverMessages(t.deps, "email", async (message) => {
    sent.push(message);
    return { kind: "sent", providerId: null };
  });
  return sent.toSorted((one, other) => one.recipient.localeCompare(other.recipient));
}

const till = { name: "Till\n3", scopes: ["*"], stores: null, end: null };

describe("mail to the owners", () => {
  test("S11: tells each of a new token and what it may do, and nothing of its secret", async () => {
    const { ctx, owners } = await setting();
    const token = await mintToken(ctx, till, { hasMail: true });
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(owners);
    for (const { subject, text } of sent) {
      expect(subject).toBe("A new API token at Kopi Kemang");
      expect(text).toContain('"Till 3" was made for Kopi Kemang. It may use: *. It has no end.');
      expect(text).not.toContain(token.secret);
      expect(text).not.toContain(token.prefix);
    }
  });

  test("S11: is queued in the transaction of the token, which a refusal rolls back", async () => {
    const { ctx } = await setting("ID");
    await expect(mintToken(ctx, { ...till, scopes: ["all"] }, { hasMail: true })).rejects.toThrow();
    expect(await mails()).toEqual([]);
    await mintToken(ctx, { ...till, end: { lastDay: "2099-12-30" } }, { hasMail: true });
    const [mail] = await mails();
    expect(mail?.subject).toBe("Token API baru di Kopi Kemang");
    expect(mail?.text).toContain("Berlaku sampai 2099-12-30.");
  });

  test("S11: tells the others of a member who becomes an owner, once", async () => {
    const { ctx, idOf, emailOf, owners } = await setting();
    const change = (role: StaffRole) =>
      changeMember(ctx, { userId: idOf("citra"), role, stores: [], hasMail: true });
    await change("manager");
    expect(await mails()).toEqual([]);
    await change("owner");
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(owners);
    expect(sent[0]?.text).toContain(`${emailOf("citra")} is now an owner of Kopi Kemang`);
    await change("owner");
    expect(await mails()).toEqual([]);
  });

  test("S11: tells them of an owner who accepts an invitation, and of no cashier", async () => {
    const { ctx, emailOf, owners } = await setting("ID");
    const join = async (name: string, role: StaffRole) => {
      let secret = "";
      const linkTo = (made: string) => {
        secret = made;
        return made;
      };
      const invited = { email: emailOf(name), role, stores: [], hasMail: true, linkTo };
      await inviteStaff(ctx, invited);
      await mails();
      const password = new Secret("a long enough password");
      const accepted = { secret, name, password, sessionUserId: null };
      await acceptInvitation({ ...t.deps, hasMail: true }, accepted);
    };
    await join("dewi", "cashier");
    expect(await mails()).toEqual([]);
    await join("eka", "owner");
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(owners);
    expect(sent[0]?.text).toContain(`${emailOf("eka")} sekarang menjadi pemilik di Kopi Kemang`);
  });

  test("S11: is not queued by a service that sends no mail", async () => {
    const { ctx, idOf } = await setting();
    await mintToken(ctx, till);
    await changeMember(ctx, { userId: idOf("citra"), role: "owner", stores: [] });
    expect(await mails()).toEqual([]);
  });
});
