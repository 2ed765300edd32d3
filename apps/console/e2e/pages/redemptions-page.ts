import { expect, type Page } from "@playwright/test";

export class RedemptionsPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  open(query = "") {
    return this.page.goto(`/redemptions${query}`);
  }
  get panel() {
    return this.page.getByRole("dialog");
  }
  row(name: string) {
    return this.page.getByRole("row").filter({ hasText: name });
  }
  async openFirst(name: string) {
    await this.row(name).first().getByRole("link").click();
    await this.panel.getByText("Items").waitFor();
  }
  /** Opens the preview of the cancellation, then cancels the redemption. */
  async cancel() {
    await this.panel.getByRole("button", { name: "Cancel redemption" }).click();
    await expect(this.panel.getByRole("checkbox")).toBeChecked();
    await this.panel.getByLabel("Reason").fill("Wrong customer");
    await this.panel.getByRole("button", { name: "Cancel redemption" }).click();
  }
}
