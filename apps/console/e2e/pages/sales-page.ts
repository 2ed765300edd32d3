import type { Page } from "@playwright/test";

export class SalesPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  open(query = "") {
    return this.page.goto(`/sales${query}`);
  }
  get panel() {
    return this.page.getByRole("dialog");
  }
  row(name: string) {
    return this.page.getByRole("row").filter({ hasText: name });
  }
  async openOne(invoice: string) {
    await this.row(invoice).getByRole("link").click();
    await this.panel.getByRole("heading", { name: "Payments" }).waitFor();
  }
}
