import type { Page } from "@playwright/test";

/** The time between two keys, in seconds. */
const SECONDS = 0.005;

/** Sends a code and Enter with the timestamps of a scanner, so that the machine's speed does not matter. */
export async function scanInto(page: Page, code: string): Promise<void> {
  const keys = [...code, "Enter"];
  const keyboard = await page.context().newCDPSession(page);
  const begin = Date.now() / 1000 - keys.length * SECONDS;
  await Promise.all(
    keys.flatMap((key, index) => {
      const text = key === "Enter" ? "\r" : key;
      const windowsVirtualKeyCode = text.toUpperCase().charCodeAt(0);
      const pressed = { key, windowsVirtualKeyCode, timestamp: begin + index * SECONDS };
      return [
        keyboard.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...pressed }),
        keyboard.send("Input.dispatchKeyEvent", { type: "keyUp", ...pressed }),
      ];
    }),
  );
  await keyboard.detach();
}

/**
 * Presses Enter with a timestamp 1 s ahead, so that the page takes it for a person's key, not a scanner's.
 */
export async function pressEnterLater(page: Page): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const enter = { key: "Enter", windowsVirtualKeyCode: 13, timestamp: Date.now() / 1000 + 1 };
  await keyboard.send("Input.dispatchKeyEvent", { type: "keyDown", text: "\r", ...enter });
  await keyboard.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  await keyboard.detach();
}
