import { expect, test } from "../testing/test.ts";

/** Returns the width and height from the header of a PNG file, such as `192x192`. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test("the browser takes the console for one that can be installed, with icons of their sizes", {
  tag: "@job",
}, async ({ page }) => {
  await page.goto("/sign-in");
  const browser = await page.context().newCDPSession(page);
  const { url, errors, data = "{}" } = await browser.send("Page.getAppManifest");
  expect([url, errors]).toEqual([new URL("/manifest.webmanifest", page.url()).href, []]);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  // a test's browser profile is private, and some browsers install nothing from a private profile
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  expect(reasons.filter((reason) => reason !== "in-incognito")).toEqual([]);

  const { icons, start_url } = JSON.parse(data);
  expect(start_url).toBe("/till");
  const apple = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  const pictures = [...icons, { src: apple, sizes: "180x180", type: "image/png" }];
  for (const { src, sizes, type } of pictures) {
    const response = await page.request.get(src);
    expect([src, response.status(), response.headers()["content-type"]]).toEqual([src, 200, type]);
    if (type === "image/png") expect([src, sizeOf(await response.body())]).toEqual([src, sizes]);
  }
  const small = await page.request.get("/favicon.ico");
  expect([small.status(), sizeOf((await small.body()).subarray(22))]).toEqual([200, "32x32"]);
});
