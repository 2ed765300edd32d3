import { randomInt } from "node:crypto";
import { withoutMail } from "../testing/failing.ts";
import { newGate } from "../testing/gate.ts";
import { mailsTo } from "../testing/mail-server.ts";
import { people } from "../testing/merchant.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";
import { visit } from "../testing/visit.ts";

const mjml = `<mjml><mj-body><mj-section><mj-column>
  <mj-text>Hello {{customer_name}}</mj-text><mj-button>{{otp}}</mj-button>
</mj-column></mj-section></mj-body></mjml>`;

test.describe("an owner", () => {
  test.use({ storageState: sessionOf("owner") });

  test("designs an email, sees it filled, keeps it, and sends a test", { tag: "@job" }, async ({
    settings,
    page,
  }) => {
    await settings.open("messages", "?channel=email");
    await settings.row("otp").getByRole("link", { name: "One-time password" }).click();
    await page.waitForURL(/messages\/email\/otp$/);
    await settings.field("Subject").fill("A code for {{customer_name}}");
    await settings.field("Design of the email").selectOption("Designed with MJML");
    await settings.field("MJML").fill(mjml);
    const mail = page.frameLocator("iframe");
    await expect(mail.getByText("Hello Ani Wijaya")).toBeVisible();
    await expect(mail.getByText("123456")).toBeVisible();
    await expect(page.getByText("A code for Ani Wijaya")).toBeVisible();
    await settings.button("Save").click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await settings.field("Subject").fill("Another code");
    await expect(page.getByText("Saved.")).toHaveCount(0);
    await settings.field("Subject").fill("A code for {{customer_name}}");
    await withoutMail(page);
    await visit(page, "/settings/messages/email/otp");
    await expect(settings.field("MJML")).toHaveValue(mjml);
    await expect(page.getByText("Email is not set up here")).toBeVisible();
    await expect(settings.button("Send")).toHaveCount(0);
    await page.unrouteAll();
    await page.reload();

    await settings.button("Send").click();
    await expect(page.getByText(`On its way to ${people.owner}.`)).toBeVisible();
    await expect
      .poll(() => mailsTo(people.owner).map(({ subject }) => subject))
      .toContain("A code for Ani Wijaya");
    await settings.open("outbox", "?channel=email");
    await expect(settings.row(people.owner).first()).toContainText("Sent");
  });

  test("deletes a design's text, and the design with it", async ({ settings, page, baseURL }) => {
    const code = `plain-${randomInt(1_000_000)}`;
    const template = { code, channel: "email", subject: "News", body: "We open early.", mjml };
    const saved = await page.request.post("/trpc/staff.settings.messageTemplates.save", {
      data: template,
      headers: { origin: baseURL ?? "" },
    });
    expect(saved.ok(), await saved.text()).toBe(true);
    await settings.open("messages", `/email/${code}`);
    await settled(page);
    await expect(settings.field("MJML")).toHaveValue(mjml);
    await settings.field("MJML").fill("");
    await settings.button("Save").click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    const design = settings.field("Design of the email");
    await expect(design.locator("option:checked")).toHaveText("Text only");
    await settings.doTwice("Delete message");
    await page.waitForURL(/messages$/);
  });

  test("moves a new message from email to SMS without what only an email has", async ({
    settings,
    page,
  }) => {
    const code = `moved-${randomInt(1_000_000)}`;
    await settings.open("messages", "/new");
    await settled(page);
    await settings.field("Code").fill(code);
    await settings.field("Subject").fill("Hello {{nobody}}");
    await settings.field("Text").fill("We open early.");
    await settings.field("Design of the email").selectOption("Designed with MJML");
    await settings.field("MJML").fill(mjml);
    await settings.field("Channel").selectOption("SMS");
    await expect(settings.field("MJML")).toHaveCount(0);
    await settings.field("Channel").selectOption("Email");
    await expect(settings.field("Subject")).toHaveValue("Hello {{nobody}}");
    await expect(settings.field("MJML")).toHaveValue(mjml);
    await settings.field("Channel").selectOption("SMS");
    await settings.button("Save").click();
    await page.waitForURL(new RegExp(`/sms/${code}$`));
    await expect(settings.field("Text")).toHaveValue("We open early.");
    await settings.doTwice("Delete message");
    await page.waitForURL(/messages$/);
  });

  test("begins with the text that another owner has saved while the list was open", async ({
    settings,
    page,
    baseURL,
  }) => {
    const code = `hours-${randomInt(1_000_000)}`;
    const save = async (body: string) => {
      const saved = await page.request.post("/trpc/staff.settings.messageTemplates.save", {
        data: { code, channel: "sms", body },
        headers: { origin: baseURL ?? "" },
      });
      expect(saved.ok(), await saved.text()).toBe(true);
    };
    await save("We close at nine.");
    await settings.open("messages", "?channel=sms");
    await expect(settings.row(code)).toBeVisible();
    await save("We close at ten.");
    await settings.row(code).getByRole("link", { name: code }).click();
    await page.waitForURL(new RegExp(`/sms/${code}$`));
    await expect(settings.field("Text")).toHaveValue("We close at ten.");
    await settings.doTwice("Delete message");
    await page.waitForURL(/messages$/);
  });

  test("a new message cannot be changed while it is being saved, so that nothing is lost", async ({
    settings,
    page,
  }) => {
    const saved = newGate();
    await page.route(/settings\.messageTemplates\.save/, async (route) => {
      const response = await route.fetch();
      await saved.opened;
      await route.fulfill({ response });
    });
    const code = `closed-${randomInt(1_000_000)}`;
    await settings.open("messages", "/new");
    await settled(page);
    await settings.field("Channel").selectOption("SMS");
    await settings.field("Code").fill(code);
    await settings.field("Text").fill("We close at nine.");
    await settings.button("Save").click();
    await expect(settings.field("Text")).toBeDisabled();
    await expect(settings.field("Code")).toBeDisabled();
    saved.open();
    await page.waitForURL(new RegExp(`/sms/${code}$`));
    await settings.field("Text").fill("We close at ten.");
    await settings.button("Save").click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(settings.field("Text")).toHaveValue("We close at ten.");
    await settings.doTwice("Delete message");
    await page.waitForURL(/messages$/);
  });

  test("sees a design of 20 KB, which no address has room for", async ({ settings, page }) => {
    const line = "<mj-text>We are open every day from seven to ten, and glad to see you.</mj-text>";
    const long = mjml.replace("<mj-button>", `${line.repeat(280)}<mj-button>`);
    expect(long.length).toBeGreaterThan(20 * 1024);
    await settings.open("messages", "/new");
    await settings.field("Channel").selectOption("Email");
    await settings.field("Code").fill("long");
    await settings.field("Subject").fill("Every day");
    await settings.field("Text").fill("Every day");
    await settings.field("Design of the email").selectOption("Designed with MJML");
    await settings.field("MJML").fill(long);
    const mail = page.frameLocator("iframe");
    await expect(mail.getByText("Hello Ani Wijaya")).toBeVisible();
    await expect(mail.getByText("glad to see you")).toHaveCount(280);
  });

  test("is told what a text cannot hold, before and after saving", async ({ settings, page }) => {
    await settings.open("messages", "/sms/otp");
    await settings.field("Text").fill("Your code: {{kode}}");
    await expect(page.getByText(/This cannot be sent: .*{{kode}}/)).toBeVisible();
    await settings.button("Save").click();
    await expect(settings.field("Text")).toBeFocused();
    await expect(settings.field("Text")).toHaveAttribute("aria-invalid", "true");
  });

  test("writes the message of a booking, with its own placeholders", async ({ settings, page }) => {
    await settings.open("messages", "/new");
    await settled(page);
    await settings.field("Channel").selectOption("SMS");
    await settings.field("Message").selectOption("Booking changed");
    await expect(settings.field("Code")).toHaveCount(0);
    await expect(page.getByText("{{old_date}}", { exact: true })).toBeVisible();
    await expect(page.getByText("{{otp}}", { exact: true })).toHaveCount(0);
    await settings.field("Text").fill("{{date}} {{time}}, not {{old_time}}");
    // the merchant is in Indonesia
    await expect(page.getByText("Minggu, 14 Februari 2027 19.30, not 20.00")).toBeVisible();
    await settings.button("Save").click();
    await page.waitForURL(/sms\/booking_changed$/);
    await settings.button("Delete message").click();
    await expect(page.getByText("Guests with a booking get no such message")).toBeVisible();
    await settings.button("Delete message").click();
    await page.waitForURL(/messages$/);
  });

  test("makes a text for a channel, but not twice, and deletes it", async ({ settings, page }) => {
    await settings.open("messages", "/new");
    await settings.field("Channel").selectOption("WhatsApp");
    await settings.field("Code").fill("otp");
    await expect(page.getByText("A message with this code")).toBeVisible();
    await settings.field("Code").fill("opening");
    await settings.field("Text").fill("{{merchant_name}} opens a store.");
    await settings.field("Approved template").fill("store_opening");
    await settings.field("Language").fill("en_US");
    await settings.field("Parameters").fill("{{merchant_name}}\n{{customer_name}}");
    await settings.button("Save").click();
    await page.waitForURL(/whatsapp\/opening$/);
    await page.reload();
    await expect(settings.field("Approved template")).toHaveValue("store_opening");
    await expect(settings.field("Parameters")).toHaveValue("{{merchant_name}}\n{{customer_name}}");
    await settings.doTwice("Delete message");
    await page.waitForURL(/messages$/);
    await expect(settings.row("opening")).toHaveCount(0);
  });
});

test.describe("a manager", () => {
  test.use({ storageState: sessionOf("manager") });

  test("looks at a text and its preview, and cannot change it", async ({ settings, page }) => {
    await settings.open("messages", "/sms/otp");
    await expect(page.getByText("Only an owner can change this.")).toBeVisible();
    await expect(settings.button("Save")).toHaveCount(0);
    await expect(page.getByText(/your code is 123456/)).toBeVisible();
  });
});
