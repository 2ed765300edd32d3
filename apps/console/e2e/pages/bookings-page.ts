import type { Page } from "@playwright/test";

export class BookingsPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  open(day?: string) {
    return this.page.goto(day ? `/bookings?day=${day}` : "/bookings");
  }
  get requests() {
    return this.page.getByRole("region", { name: "Requests" });
  }
  /** Returns the bookings in the hour of `time`, in the day's list. */
  table(time: string) {
    return this.page.getByRole("region", { name: `${time.slice(0, 2)}:00` }).getByRole("article");
  }
}
