import type { Page } from "@playwright/test";

export class TillPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  get field() {
    return this.page.getByRole("combobox", { name: /^Scan or type/ });
  }
  get confirmation() {
    return this.page.getByRole("form", { name: "Confirm" });
  }
  get result() {
    return this.page.getByRole("status");
  }
  get refusal() {
    return this.page.getByRole("main").getByRole("alert");
  }
  async open() {
    await this.page.goto("/till");
    await this.field.waitFor();
  }
  /** As a scanner does: the code, and Enter at once. */
  async scan(code: string) {
    await this.page.keyboard.type(code);
    await this.page.keyboard.press("Enter");
  }
  option(name: string | RegExp) {
    return this.page.getByRole("option", { name });
  }
  redeem() {
    return this.confirmation.getByRole("button", { name: "Redeem" }).click();
  }
}
