import type { Page } from "@playwright/test";

/** The time between two keys. */
const SECONDS = 0.005;

/** Sends a code and Enter as a scanner does, regardless of the machine's speed. */
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

/** Presses Enter as a person does a second after a scan, regardless of the machine's speed. */
export async function pressEnterLater(page: Page): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const enter = { key: "Enter", windowsVirtualKeyCode: 13, timestamp: Date.now() / 1000 + 1 };
  await keyboard.send("Input.dispatchKeyEvent", { type: "keyDown", text: "\r", ...enter });
  await keyboard.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  await keyboard.detach();
}
