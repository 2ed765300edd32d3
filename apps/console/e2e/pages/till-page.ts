import type { Page } from "@playwright/test";
import { scanInto } from "../testing/scanner.ts";

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
  /** What the confirmation is about. */
  get title() {
    return this.confirmation.getByRole("heading");
  }
  get missed() {
    return this.result.filter({ hasText: "Nothing matches" });
  }
  get unowned() {
    return this.result.filter({ hasText: "belongs to nobody yet" });
  }
  card(customer: string) {
    return this.page.getByRole("region", { name: customer });
  }
  /** As the card says them, with their word. */
  stamps(customer: string) {
    return this.card(customer)
      .getByText(/^[\d,]+ stamps?$/)
      .first();
  }
  /** Among the last redemptions of the customer on the card. */
  last(name: string) {
    return this.page.getByRole("link", { name: new RegExp(`^${name}.*(ago|now)`) });
  }
  async open() {
    await this.page.goto("/till");
    await this.field.waitFor();
  }
  /** As a scanner does: the code, and Enter at once. */
  async scan(code: string) {
    await scanInto(this.page, code);
  }
  option(name: string | RegExp) {
    return this.page.getByRole("option", { name });
  }
  button(name: string) {
    return this.confirmation.getByRole("button", { name });
  }
  redeem() {
    return this.button("Redeem").click();
  }
}
