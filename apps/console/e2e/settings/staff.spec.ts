import { randomInt } from "node:crypto";
import { SignInPage } from "../pages/sign-in-page.ts";
import { violationsOf } from "../testing/axe.ts";
import { KEMANG } from "../testing/calls.ts";
import { linkTo } from "../testing/link-to.ts";
import { PASSWORD } from "../testing/merchant.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test("invites a cashier, who accepts by the mail's link and works in that store alone", {
  tag: "@job",
}, async ({ settings, browser, baseURL }) => {
  const name = `Eka ${randomInt(1_000_000)}`;
  const email = `${name.toLowerCase().replace(" ", "-")}@example.com`;
  await settings.invite(email, "Cashier", "Losari");
  await expect(settings.page.getByRole("listitem").filter({ hasText: email })).toContainText(
    "Losari",
  );
  const link = await linkTo(email);

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const own = await context.newPage();
  await own.goto(link);
  await expect(own.getByRole("heading", { level: 1 })).toHaveText("Join Kopi Kemang");
  await own.getByRole("button", { name: "Accept" }).click();
  await expect(own.getByText("Enter a name of at most 255 characters.")).toBeVisible();
  await own.getByLabel("Your name").fill(name);
  await own.getByLabel("Password", { exact: true }).fill("a password of Eka's own");
  await own.getByRole("button", { name: "Accept" }).click();
  await own.getByRole("link", { name: "Go to sign-in" }).click();
  await new SignInPage(own).enter(email, "a password of Eka's own");
  await expect(own).toHaveURL(/till$/);
  await expect(own.getByRole("banner")).toContainText("Losari");
  await own.goto(link);
  await expect(own.getByRole("main").getByRole("alert")).toContainText("This link has expired");

  // without a filter by role, by which the new role would hide the row
  await settings.open("staff");
  await settings.openRow(name);
  await settings.panel.getByRole("radio", { name: "Manager" }).check();
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  await own.goto("/overview");
  await expect(own.getByRole("heading", { name: "Overview" })).toBeVisible();

  await settings.doTwice("Remove from staff");
  await expect(settings.row(name)).toHaveCount(0);
  // opens a new page, because the open page may already be redirecting to the sign-in
  const another = await context.newPage();
  await another.goto("/till");
  await expect(another).toHaveURL(/sign-in/);
  await context.close();
});

test("takes an invitation back, and its link opens nothing", async ({
  settings,
  browser,
  baseURL,
}) => {
  const email = "fajar@example.com";
  await settings.invite(email, "Manager");
  const link = await linkTo(email);
  const waiting = settings.page.getByRole("listitem").filter({ hasText: email });
  await waiting.getByRole("button", { name: "Revoke" }).click();
  await waiting.getByRole("button", { name: "Revoke" }).click();
  await expect(waiting).toHaveCount(0);
  const own = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  await own.goto(link);
  await expect(own.getByRole("main").getByRole("alert")).toContainText("This link has expired");
  await own.close();
});

test("never gives every store to a member whose last store is taken away", async ({
  settings,
  calls,
  page,
}) => {
  const name = `Gilang ${randomInt(1_000_000)}`;
  const email = `${name.toLowerCase().replace(" ", "-")}@example.com`;
  await calls.hire({ name, email, password: PASSWORD }, "cashier");
  await settings.open("staff", "?role=cashier");
  await settings.openRow(name);
  const store = (label: string) => settings.panel.getByRole("checkbox", { name: label });
  await store("Losari").check();
  await store("Kemang").uncheck();
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  await store("Losari").uncheck();
  await expect(settings.panel.getByText("Saved.")).toHaveCount(0);
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Choose at least one store.")).toBeVisible();
  await expect(settings.panel.getByText("Saved.")).toHaveCount(0);
  await expect(settings.firstStore).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  const answer = await (await page.request.get("/trpc/staff.settings.staff.list")).json();
  const { members } = answer.result.data as { members: { email: string; stores: number[] }[] };
  expect(members.find((member) => member.email === email)?.stores).toEqual([33]);
  await settings.panel.getByRole("radio", { name: "Every store" }).check();
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  await expect(settings.row(name)).toContainText("Every store");
});

test("keeps a member's stores while the role goes to owner and back", async ({
  settings,
  calls,
  page,
}) => {
  const name = `Gita ${randomInt(1_000_000)}`;
  const email = `${name.toLowerCase().replace(" ", "-")}@example.com`;
  await calls.hire({ name, email, password: PASSWORD }, "cashier");
  await settings.open("staff", "?role=cashier");
  await settings.openRow(name);
  const some = settings.panel.getByRole("radio", { name: "Only in some" });
  await expect(some).toBeChecked();
  await settings.panel.getByRole("radio", { name: "Owner" }).check();
  await expect(some).toHaveCount(0);
  await settings.panel.getByRole("radio", { name: "Cashier" }).check();
  await expect(some).toBeChecked();
  await expect(settings.panel.getByRole("checkbox", { name: "Kemang" })).toBeChecked();
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  const answer = await (await page.request.get("/trpc/staff.settings.staff.list")).json();
  const { members } = answer.result.data as { members: { email: string; stores: number[] }[] };
  expect(members.find((member) => member.email === email)?.stores).toEqual([32]);
});

test("a member's form begins with what another owner has changed while the list was open", async ({
  settings,
  calls,
  page,
  baseURL,
}) => {
  const name = `Jamal ${randomInt(1_000_000)}`;
  const email = `${name.toLowerCase().replace(" ", "-")}@example.com`;
  await calls.hire({ name, email, password: PASSWORD }, "manager");
  await settings.open("staff");
  await expect(settings.row(name)).toContainText("Manager");
  const memberNow = async () => {
    const answer = await (await page.request.get("/trpc/staff.settings.staff.list")).json();
    const { members } = answer.result.data as {
      members: { userId: string; email: string; role: string }[];
    };
    return members.find((member) => member.email === email);
  };
  const data = { userId: (await memberNow())?.userId, role: "cashier", stores: [KEMANG] };
  const headers = { origin: baseURL ?? "" };
  const changed = await page.request.post("/trpc/staff.settings.staff.change", { data, headers });
  expect(changed.ok(), await changed.text()).toBe(true);
  await settings.openRow(name);
  await expect(settings.panel.getByRole("radio", { name: "Cashier" })).toBeChecked();
  await settings.panel.getByRole("checkbox", { name: "Losari" }).check();
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  expect((await memberNow())?.role).toBe("cashier");
  await expect(settings.row(name)).toContainText("Losari");
});

test("sends no invitation for some stores while none is chosen", async ({ settings }) => {
  await settings.open("staff", "?open=new");
  await settings.panel.getByLabel("Email").fill("hasan@example.com");
  await settings.panel.getByRole("radio", { name: "Only in some" }).check();
  await settings.panel.getByRole("button", { name: "Send invitation" }).click();
  await expect(settings.panel.getByText("Choose at least one store.")).toBeVisible();
  await expect(settings.panel.getByText("The invitation is on its way")).toHaveCount(0);
});

test("keeps the last owner", async ({ settings }) => {
  await settings.open("staff");
  await settings.openRow("Owner");
  await expect(settings.panel).toContainText("Redeems and cancels redemptions");
  await settings.panel.getByRole("radio", { name: "Manager" }).check();
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Choose at least one store.")).toBeVisible();
  await settings.panel.getByRole("radio", { name: "Every store" }).check();
  await settings.button("Save").click();
  await expect(settings.panel).toContainText("This is the last owner");
});
