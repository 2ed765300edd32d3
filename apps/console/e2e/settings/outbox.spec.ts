import { guardedAddress, lateAddress, mailsTo } from "../testing/mail-server.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test("a message that could not be delivered is sent again, and arrives", { tag: "@job" }, async ({
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
  await expect(row).toContainText("It is being sent again.");
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
