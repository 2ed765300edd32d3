import type { Page } from "@playwright/test";
import { pressEnterLater, scanInto } from "../testing/scanner.ts";

export class TillPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  get field() {
    return this.page.getByRole("combobox", { name: /^Scan or type/ });
  }
  /** The basket: the customer's items, and the button that confirms them. */
  get basket() {
    return this.page.getByRole("form", { name: "Basket" });
  }
  /** The lines of the basket that contain `name`. */
  line(name: string | RegExp) {
    return this.basket.getByRole("listitem").filter({ hasText: name });
  }
  get lines() {
    return this.basket.getByRole("listitem");
  }
  get confirm() {
    return this.basket.getByRole("button", { name: /^(Redeem|Record sale|Confirm visit)/ });
  }
  get receipt() {
    return this.page.getByRole("region", { name: "Receipt" });
  }
  /** The till's messages that are not refusals. */
  get result() {
    return this.page.getByRole("status");
  }
  get refusal() {
    return this.page.getByRole("main").getByRole("alert");
  }
  get missed() {
    return this.result.filter({ hasText: "Nothing matches" });
  }
  /** The notice about items that need a customer. */
  get waiting() {
    return this.result.filter({ hasText: /needs? a customer/ });
  }
  /** The offer to go on with a visit that staff left for another page. */
  get kept() {
    return this.result.filter({ hasText: "isn't confirmed yet" }).filter({ hasText: "Go on" });
  }
  /** The question whether to switch to another customer. */
  get question() {
    return this.result.filter({ hasText: "Switch to" });
  }
  get offline() {
    return this.result.filter({ hasText: "No connection." });
  }
  card(customer: string) {
    return this.page.getByRole("region", { name: customer, exact: true });
  }
  /** The stamps as the card shows them, such as `12 stamps`. */
  stamps(customer: string) {
    return this.card(customer)
      .getByText(/^[\d,]+ stamps?$/)
      .first();
  }
  /** The link to one of the last redemptions of the customer on the card. */
  last(name: string) {
    return this.page.getByRole("link", { name: new RegExp(`^${name}.*(ago|now)`) });
  }
  async open(customer?: number) {
    await this.page.goto(customer ? `/till?customer=${customer}` : "/till");
    await this.field.waitFor();
  }
  /** Opens the till and waits until all its parts are loaded. */
  async openWhole() {
    await this.open();
    await this.page.getByText("Ready for the next customer").waitFor();
  }
  /** Scans as a scanner does: sends the code, and Enter at once. */
  async scan(code: string) {
    await scanInto(this.page, code);
  }
  /** Presses Enter a second after a scan, because an Enter right after it is ignored. */
  async enterLater() {
    await pressEnterLater(this.page);
  }
  option(name: string | RegExp) {
    return this.page.getByRole("option", { name });
  }
  button(name: string | RegExp) {
    return this.basket.getByRole("button", { name });
  }
  async redeem() {
    await this.confirm.click();
  }
  /** Undoes the visit on the receipt. */
  async undo(reason = "Wrong item") {
    await this.receipt.getByRole("button", { name: /^Undo/ }).click();
    await this.receipt.getByRole("button", { name: reason }).click();
    await this.receipt.getByRole("button", { name: "Undo now" }).click();
  }
}
