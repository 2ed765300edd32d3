import { schema } from "@stampbook/db";
import { expect, test } from "vitest";
import type { StaffRole } from "../../../foundation/context.ts";
import { deliverMessages } from "../../../foundation/messages/index.ts";
import { Secret } from "../../../foundation/secret.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { acceptInvitation, inviteStaff, listStaff } from "../index.ts";

const t = harnessOfFile({ isOwn: true });

test("of two invitations that were made at once, the second changes nothing for who works here", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant, {
    caller: { kind: "staff", merchant, userId: "u1", role: "owner", stores: null },
  });
  const email = "dewi@example.com";
  const linkTo = (secret: string) => `https://console.example/invitation?secret=${secret}`;
  const invite = (role: StaffRole) =>
    inviteStaff(ctx, { email, role, stores: [], hasMail: true, linkTo });
  await invite("owner");
  await invite("cashier");
  // The second invitation has revoked the first. Reopens it, so that both are open.
  await t.db.update(schema.staffInvitations).set({ revokedAt: null });
  const secrets = new Map<string, string>();
  const { invitations } = await listStaff(ctx);
  expect(invitations.map(({ role }) => role).sort()).toEqual(["cashier", "owner"]);
  await deliverMessages(t.deps, "email", async ({ text }) => {
    const secret = /secret=([\w-]+)/.exec(text)?.[1] ?? "";
    const hash = t.deps.secrets.hashToken(secret);
    const row = await t.db.query.staffInvitations.findFirst({
      where: (i, { eq }) => eq(i.secretHash, hash),
    });
    secrets.set(row?.role ?? "", secret);
    return { kind: "sent", providerId: null };
  });
  const accept = (role: StaffRole, sessionUserId: string | null = null) =>
    acceptInvitation(t.deps, {
      secret: secrets.get(role) ?? "",
      name: "Dewi",
      password: new Secret("a long enough password"),
      sessionUserId,
    });
  await accept("owner");
  const [{ userId } = { userId: "" }] = (await listStaff(ctx)).members;
  expect((await refusalOf(accept("cashier", userId))).message).toMatch(/already accepted/);
  // the second invitation did not change the role, so the merchant still has an owner
  expect((await listStaff(ctx)).members).toMatchObject([{ email, role: "owner" }]);
});
