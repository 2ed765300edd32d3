import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

const MOST_BYTES = 200 * 1024;

// an owner may see every page, so no other role's Till loads more scripts
test.use({ storageState: sessionOf("owner") });

test("the Till has less than 200 KB of scripts, all its parts included", { tag: "@job" }, async ({
  till,
  page,
}) => {
  // with an open stream the network would never be idle
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
  await till.openWhole();
  await settled(page);
  await page.waitForLoadState("networkidle");
  expect(weights.size).toBe(scripts.size);
  const sum = [...weights.values()].reduce((all, one) => all + one, 0);
  const listed = JSON.stringify(Object.fromEntries(weights), null, 1);
  expect(sum, listed).toBeGreaterThan(MOST_BYTES / 2);
  expect(sum, listed).toBeLessThan(MOST_BYTES);
});
