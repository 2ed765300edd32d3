import { reasonOf } from "../../src/features/settings/messages/outbox-reason.ts";
import { guardedAddress, lateAddress, mailsTo } from "../testing/mail-server.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test("a message that could not be delivered is sent again, and arrives", async ({
  settings,
  page,
}) => {
  await settings.invite(lateAddress, "Manager");
  const row = settings.row(lateAddress);
  await expect(async () => {
    await settings.open("outbox");
    await expect(row).toContainText("Not delivered", { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText("The provider refused the address or the message.");
  expect(mailsTo(lateAddress)).toEqual([]);
  await row.getByRole("button", { name: "Send again" }).click();
  await expect(row).toContainText("It is sent again now.");
  await expect.poll(() => mailsTo(lateAddress).length).toBe(1);
  await page.reload();
  await expect(row).toContainText("Sent");
  await expect(row.getByRole("button", { name: "Send again" })).toHaveCount(0);
});

test("a refused account is not blamed on the address", async ({ settings }) => {
  await settings.invite(guardedAddress, "Manager");
  const row = settings.row(guardedAddress);
  await expect(async () => {
    await settings.open("outbox");
    await expect(row).toContainText("refused this service's account", { timeout: 1_000 });
  }).toPass();
});

for (const [reason, errors] of Object.entries({
  address: ["HTTP 400, code 21211", "HTTP 410", "HTTP 413", "HTTP 415", "HTTP 422", "SMTP 550"],
  account: ["HTTP 401", "HTTP 403", "HTTP 404", "SMTP 530", "SMTP 534", "SMTP 535", "SMTP EAUTH"],
  busy: ["HTTP 408", "HTTP 429", "HTTP 503", "SMTP 451"],
  answer: ["no answer: ECONNREFUSED", "SMTP ETIMEDOUT"],
  stale: ["SMTP 451, then its code is no longer good"],
  other: ["unexpected RangeError"],
}))
  test(`what is noted of a failed try reads as: ${reason}`, () => {
    for (const error of errors) expect(reasonOf(error), error).toBe(reason);
  });
