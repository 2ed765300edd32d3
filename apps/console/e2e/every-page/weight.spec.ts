import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

/** Until the field takes a scan. */
const MOST_BYTES = 200 * 1024;
/** With the parts that the Till loads right after, to work without a connection. */
const MOST_BYTES_IN_ALL = 220 * 1024;

// an owner sees every place, so there is nothing that somebody else's Till loads besides
test.use({ storageState: sessionOf("owner") });

test("the Till opens with less than 200 KB of scripts, and with all its parts has less than 220 KB", async ({
  till,
  page,
}) => {
  // kept open it would never let the network be idle
  await page.route(/staff\.live\.changes/, (route) => route.abort());
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const scripts = new Map<string, string>();
  const weights = new Map<string, number>();
  network.on("Network.responseReceived", ({ requestId, response, type }) => {
    if (type === "Script" || /javascript/.test(response.mimeType))
      scripts.set(requestId, response.url);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = scripts.get(requestId);
    if (url) weights.set(url, encodedDataLength);
  });
  const html = await (await page.request.get("/till")).text();
  const own = new Set([...html.matchAll(/\/_next\/[^"'\\]+\.js/g)].map(([path]) => path));
  await till.openWhole();
  await settled(page);
  await page.waitForLoadState("networkidle");
  expect(weights.size).toBe(scripts.size);
  const sumOf = (isCounted: (path: string) => boolean) =>
    [...weights]
      .filter(([url]) => isCounted(new URL(url).pathname))
      .reduce((all, [, one]) => all + one, 0);
  const listed = JSON.stringify(Object.fromEntries(weights), null, 1);
  const first = sumOf((path) => own.has(path));
  expect(first, listed).toBeGreaterThan(MOST_BYTES / 2);
  expect(first, listed).toBeLessThan(MOST_BYTES);
  expect(
    sumOf(() => true),
    listed,
  ).toBeLessThan(MOST_BYTES_IN_ALL);
});
