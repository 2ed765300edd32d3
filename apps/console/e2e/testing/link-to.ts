import { expect } from "@playwright/test";
import { mailsTo } from "./mail-server.ts";

/**
 * Waits until an address has received `count` mails. Returns the link in the newest mail, or "" if there is
 * none.
 */
export async function linkTo(address: string, count = 1): Promise<string> {
  await expect
    .poll(() => mailsTo(address).length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(count);
  return /^https?:\S+$/m.exec(mailsTo(address).at(-1)?.text ?? "")?.[0] ?? "";
}
