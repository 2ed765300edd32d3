import type { Page } from "@playwright/test";
import { confirmPassword } from "../testing/enter.ts";

type Section =
  | "stores"
  | "staff"
  | "devices"
  | "tokens"
  | "policy"
  | "programme"
  | "bookings"
  | "messages"
  | "outbox"
  | "account"
  | "security"
  | "retention";

export class SettingsPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open(section: Section, query = "") {
    await this.page.goto(`/settings/${section}${query}`);
    await this.page.getByRole("heading", { level: 1 }).waitFor();
    // so that no dialog asks for the password; `tokens.spec.ts` tests the dialog
    if (["staff", "tokens", "policy", "retention"].includes(section))
      await confirmPassword(this.page.request, new URL(this.page.url()).origin);
  }
  get panel() {
    return this.page.getByRole("dialog");
  }
  get tabs() {
    return this.page.getByRole("navigation", { name: "Settings" });
  }
  row(name: string) {
    return this.page.getByRole("row").filter({ hasText: name });
  }
  /** The first store of a choice of stores. Other tests may have added stores. */
  get firstStore() {
    const some = this.page.getByRole("radio", { name: "Only in some" });
    return this.panel.getByRole("radiogroup").filter({ has: some }).getByRole("checkbox").first();
  }
  field(label: string) {
    return this.page.getByLabel(label, { exact: true });
  }
  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }
  async openRow(name: string) {
    await this.row(name).getByRole("link", { name, exact: true }).click();
    await this.panel.waitFor();
  }
  /** Presses a button, waits for its question, and presses it again to confirm. */
  async doTwice(name: string) {
    await this.button(name).click();
    // waits: if the page's scripts do not run yet, the first press takes effect only later
    await this.button("Keep it").waitFor();
    await this.button(name).click();
  }
  /** Creates a token and returns its secret, which is shown once. */
  async createToken(name: string, scopes: readonly string[]) {
    await this.open("tokens");
    await this.button("Create token").click();
    await this.panel.getByLabel("Name", { exact: true }).fill(name);
    for (const scope of scopes) await this.panel.getByLabel(scope, { exact: true }).check();
    await this.panel.getByRole("button", { name: "Create token" }).click();
    return await this.panel.locator("code").innerText();
  }
  async invite(email: string, role: "Cashier" | "Manager" | "Owner", store?: string) {
    await this.open("staff");
    await this.button("Invite a colleague").click();
    await this.panel.getByLabel("Email").fill(email);
    await this.panel.getByRole("radio", { name: role }).check();
    if (store) {
      await this.panel.getByLabel("Only in some", { exact: true }).first().check();
      await this.panel.getByRole("checkbox", { name: store }).check();
    }
    await this.panel.getByRole("button", { name: "Send invitation" }).click();
    await this.panel.getByText("The invitation is on its way").waitFor();
    await this.page.keyboard.press("Escape");
  }
}
