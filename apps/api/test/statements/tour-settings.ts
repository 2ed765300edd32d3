import {
  confirmEmailAsOperator,
  mailSpentBudgets,
  resetSecondFactorAsOperator,
} from "@stampbook/core/access";
import { deliverMessages, type OutgoingMessage, type SendOutcome } from "@stampbook/core/messages";
import { codeOf } from "../staff/accounts/authenticator.ts";
import { PASSWORD, resetsSent } from "../staff/desk.ts";
import { inFragment } from "../staff/in-fragment.ts";
import { callIn, type Office } from "./office.ts";
import { done, type Tour } from "./open-tour.ts";

const sent: SendOutcome = { kind: "sent", providerId: null };

/** Sends the waiting mails, and returns the link in the mail to an address. */
async function linkTo({ core }: Tour, address: string): Promise<URL> {
  const mails: OutgoingMessage[] = [];
  await deliverMessages(core, "email", async (mail) => {
    mails.push(mail);
    return sent;
  });
  const texts = mails.flatMap(({ recipient, text }) => (recipient === address ? [text] : []));
  const link = /^https?:\S+$/m.exec(texts.join("\n"))?.[0];
  if (!link) throw new Error(`No mail to ${address} has a link.`);
  return new URL(link);
}

/** Invites, changes and removes staff. */
export async function tourMembers(tour: Tour, { call, desk, merchant, store }: Office) {
  const invite = async (email: string) => {
    await call("staff.settings.staff.invite", { email, role: "manager", stores: [] });
    return inFragment(await linkTo(tour, email), "secret");
  };
  const secret = await invite("fitri@example.com");
  const visitor = callIn(desk.browser());
  await visitor("staff.waysIn");
  await visitor("staff.invitation.get", { secret });
  await visitor("staff.invitation.accept", { secret, name: "Fitri", password: PASSWORD });
  // a person with an account, who works for nobody, accepts in their own session
  const idle = await desk.person("gita@example.com");
  await confirmEmailAsOperator(tour.core, idle.email);
  const own = desk.browser();
  const known = { secret: await invite(idle.email) };
  done("sign-in", await own.auth("/sign-in/email", { email: idle.email, password: PASSWORD }));
  await callIn(own)("staff.invitation.accept", known);
  await invite("budi@example.com");
  type Staff = { readonly invitations: readonly { readonly id: string }[] };
  const { invitations } = await call<Staff>("staff.settings.staff.list");
  await call("staff.settings.staff.revokeInvitation", { id: invitations[0]?.id });
  await call("staff.settings.staff.csv");
  const who = await desk.person();
  await desk.hire(who, merchant, "cashier");
  const { id: userId, email } = who;
  await call("staff.settings.staff.change", { userId, role: "manager", stores: [store.id] });
  const browser = desk.browser();
  const authorized = async (path: string, body?: object) => {
    const answer = await browser.auth(path, body);
    done(path, answer);
    return answer[1];
  };
  await authorized("/sign-in/email", { email, password: PASSWORD });
  const twoFactor = await authorized("/two-factor/enable", { password: PASSWORD });
  const { totpURI } = twoFactor as { readonly totpURI: string };
  await authorized("/two-factor/verify-totp", { code: codeOf(totpURI) });
  await authorized("/list-sessions");
  await call("staff.settings.staff.resetSecondFactor", { userId });
  await tour.house.core.db.execute(
    `update staff_users set two_factor_enabled = true where id = '${userId}'`,
  );
  await resetSecondFactorAsOperator(tour.core, { email, hasMail: true });
  const again = desk.browser();
  done("sign in", await again.auth("/sign-in/email", { email, password: PASSWORD }));
  await again.auth("/sign-in/email", { email, password: "a wrong long password" });
  const passwords = { currentPassword: PASSWORD, newPassword: "another long password" };
  done("change", await again.auth("/change-password", passwords));
  done("sign out", await again.auth("/sign-out", {}));
  done("request", await again.auth("/request-password-reset", { email }));
  await resetsSent(tour.house.core);
  const token = inFragment(await linkTo(tour, email), "token");
  done("reset", await again.auth("/reset-password", { newPassword: PASSWORD, token }));
  await call("staff.settings.staff.remove", { userId });
}

/** Enrolls a shared device, and opens and closes sessions there by a PIN. */
export async function tourDevices(_tour: Tour, { call, desk, merchant, store }: Office) {
  const who = await desk.person();
  await desk.hire(who, merchant, "manager");
  const till = desk.browser();
  const authorized = async (path: string, body?: object) => {
    const answer = await till.auth(path, body);
    done(path, answer);
    return answer[1];
  };
  const own = callIn(till);
  const password = { password: PASSWORD };
  await authorized("/sign-in/email", { email: who.email, ...password });
  await authorized("/verify-password", password);
  await authorized("/quick-switch/enrol", { storeId: store.id, name: "Counter" });
  await own("staff.ownPin.set", { pin: "804619" });
  await own("staff.ownPin.get");
  await authorized("/sign-in/email", { email: who.email, ...password });
  await authorized("/quick-switch/device");
  await till.auth("/quick-switch/switch", { userId: who.id, pin: "804618" });
  await authorized("/quick-switch/switch", { userId: who.id, pin: "804619" });
  await own("staff.me");
  await authorized("/sign-out", {});
  await authorized("/sign-in/email", { email: who.email, ...password });
  await authorized("/revoke-other-sessions", {});
  await own("staff.ownPin.remove");
  const [device] = await call<readonly { readonly id: number }[]>("staff.settings.devices.list");
  await call("staff.settings.devices.revoke", { id: device?.id });
}

/** Changes stores, tokens, the policy and message templates, and works on the outbox. */
export async function tourSettings(tour: Tour, { call }: Office): Promise<void> {
  const store = { code: "S9", name: "Senopati", timezone: "Asia/Jakarta", isActive: true };
  const { id } = await call<{ id: number }>("staff.settings.stores.create", store);
  await call("staff.settings.stores.update", { ...store, id, name: "Kemang" });
  const specialDays = [{ date: "2099-12-25", hours: [], name: "Christmas" }];
  await call("staff.settings.stores.saveSpecialDays", { id, specialDays });
  await call("staff.settings.stores.saveSlots", { id, slotMinutes: 30, coversPerSlot: 40 });
  await call("staff.settings.stores.list");
  const token = { name: "Till", scopes: ["redemptions"], stores: [id] };
  const issued = await call<{ id: number }>("staff.settings.tokens.issue", token);
  await call("staff.settings.tokens.revoke", { id: issued.id });
  for (const verb of ["list", "csv"]) await call(`staff.settings.tokens.${verb}`);
  await call("staff.settings.policy.get");
  const days = {
    keepBookingsDays: 90,
    keepRefusalsDays: 90,
    keepAuditDays: 90,
    keepEventsDays: 90,
  };
  await call("staff.settings.bookings.get");
  const bookings = { bookingCancelMinutes: 60, bookingReminderHours: 24 };
  await call("staff.settings.bookings.save", bookings);
  await call("staff.settings.policy.update", { otpMaxAttempts: 4, ...days });
  await call("staff.programme.save", { earnAmount: "10000.00", stampsValidDays: 180 });
  await call("staff.programme.get");
  await call("staff.programme.paymentMethods.save", { code: "GIFT", name: "Gift", earns: false });
  await call("staff.programme.paymentMethods.list");
  const [level] = await call<readonly object[]>("staff.programme.levels.list");
  await call("staff.programme.levels.save", { ...level, earnMultiplier: "1.5" });
  const template = { code: "news", channel: "email", subject: "News", body: "{{merchant_name}}" };
  for (const verb of ["save", "preview"])
    await call(`staff.settings.messageTemplates.${verb}`, template);
  await call("staff.settings.messageTemplates.list");
  await call("staff.settings.messageTemplates.sendTest", { template });
  const failed = { kind: "failed", reason: "no such mailbox" } as const;
  await deliverMessages(tour.core, "email", async () => ({ ...failed, isPermanent: true }));
  type Outbox = { readonly items: readonly { readonly id: string; readonly state: string }[] };
  const { items } = await call<Outbox>("staff.settings.outbox.list", { state: "dead" });
  await call("staff.settings.outbox.retry", { id: items[0]?.id });
  await deliverMessages(tour.core, "email", async () => ({ ...failed, isPermanent: false }));
  await call("staff.settings.outbox.csv", { channel: "email" });
  const removed = { code: "news", channel: "email" };
  await call("staff.settings.messageTemplates.remove", removed);
  await mailSpentBudgets(tour.core);
}

/** Follows the changes of a shop until the first change arrives. */
export async function tourChanges({ house, called }: Tour, { owner }: Office): Promise<void> {
  const leaving = new AbortController();
  const answer = await fetch(`${await house.url()}/trpc/staff.live.changes`, {
    headers: {
      cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      accept: "text/event-stream",
      origin: "http://127.0.0.1:3000",
    },
    signal: leaving.signal,
  });
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? [])
    if (decoder.decode(chunk, { stream: true }).includes('"bookings"')) {
      called.add("staff.live.changes");
      break;
    }
  leaving.abort();
}
