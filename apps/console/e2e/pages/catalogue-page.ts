import type { Page } from "@playwright/test";

type Kind = "rewards" | "voucher-templates" | "promo-codes" | "codes";

export class CataloguePage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  open(kind: Kind, query = "") {
    return this.page.goto(`/catalogue/${kind}${query}`);
  }
  get panel() {
    return this.page.getByRole("dialog");
  }
  row(name: string) {
    return this.page.getByRole("row").filter({ hasText: name });
  }
  field(label: string) {
    return this.page.getByLabel(label, { exact: true });
  }
  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }
  async openRow(name: string) {
    await this.page.getByRole("row").getByRole("link", { name, exact: true }).click();
    await this.panel.waitFor();
  }
  async addReward({ name, code, stamps }: { name: string; code: string; stamps: string }) {
    await this.open("rewards", "/new");
    await this.field("Name").fill(name);
    await this.field("Code").fill(code);
    await this.field("Stamps").fill(stamps);
    await this.button("Add reward").click();
  }
  /** Starts generating codes from a template's panel. */
  async generateCodes(template: string, quantity: number) {
    await this.open("voucher-templates");
    await this.openRow(template);
    await this.panel.getByRole("link", { name: "Generate codes" }).click();
    await this.field("How many").fill(String(quantity));
    await this.button("Generate codes").click();
    await this.panel.waitFor();
  }
}
