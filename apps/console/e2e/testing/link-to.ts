import { expect } from "@playwright/test";
import { mailsTo } from "./mail-server.ts";

/** The link in the newest mail to an address, once the address has got `count` mails. */
export async function linkTo(address: string, count = 1): Promise<string> {
  await expect
    .poll(() => mailsTo(address).length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(count);
  return /^https?:\S+$/m.exec(mailsTo(address).at(-1)?.text ?? "")?.[0] ?? "";
}
