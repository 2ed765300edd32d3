import type { Page } from "@playwright/test";

export class AccountPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open() {
    await this.page.goto("/settings/account");
    await this.page.getByRole("heading", { name: "My account" }).waitFor();
  }
  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }
  get passkeys() {
    return this.page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
  }
  get sessions() {
    return this.page.getByRole("list", { name: "Active sessions" }).getByRole("listitem");
  }
  get recoveryCodes() {
    return this.page.getByRole("group", { name: "Recovery codes" }).getByRole("listitem");
  }
  /** Enters the password to begin the setup of an authenticator. Returns the authenticator's key. */
  async beginAuthenticator(password: string) {
    await this.button("Set up").click();
    await this.page.getByLabel("Your password").fill(password);
    await this.button("Next").click();
    await this.page.getByRole("img", { name: /^QR code/ }).waitFor();
    return await this.page.locator("form code").innerText();
  }
  async signOut() {
    await this.page.getByRole("button", { name: /^Account of/ }).click();
    await this.button("Sign out").click();
    await this.page.waitForURL(/sign-in/);
  }
}
