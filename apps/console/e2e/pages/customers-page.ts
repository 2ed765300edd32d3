import type { Page } from "@playwright/test";

export class CustomersPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open() {
    await this.page.goto("/customers");
    await this.search.waitFor();
  }
  get search() {
    return this.page.getByRole("searchbox");
  }
  async openCustomer(name: string) {
    await this.search.fill(name);
    await this.page.getByRole("link", { name }).click();
    await this.page.getByRole("heading", { level: 1, name }).waitFor();
  }
  get unblock() {
    return this.page.getByRole("button", { name: "Unblock PIN" });
  }
  async unblockPin(reason: string) {
    await this.unblock.click();
    await this.page.getByLabel("Reason").fill(reason);
    await this.unblock.click();
  }
  /** Opens the form of a customer's data. */
  async edit(id: number) {
    await this.page.goto(`/customers/${id}`);
    await this.page.getByRole("link", { name: "Edit" }).click();
    await this.page.getByLabel("Name", { exact: true }).waitFor();
  }
  get save() {
    return this.page.getByRole("button", { name: "Save" });
  }
}
