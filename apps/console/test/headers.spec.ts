import { type APIResponse, expect, test } from "@playwright/test";
import { call } from "./testing/addresses.ts";

const front = `https://127.0.0.1:${process.env.DEPLOYED_FRONT_PORT}`;
const apiPort = process.env.DEPLOYED_API_PORT ?? "";

/** Fails if a header shows how the console is built, or contains the API's port. */
function expectNothingInternal(response: APIResponse) {
  const names = Object.keys(response.headers());
  expect(
    names.filter((name) => /^x-(middleware|powered|invoke|matched|stampbook|now)/.test(name)),
  ).toEqual([]);
  expect(JSON.stringify(response.headers())).not.toContain(apiPort);
}

for (const path of ["/sign-in", "/invitation?secret=none", "/reset-password", "/till", "/nowhere"])
  test(`M11: ${path} says what a browser may do with it`, async ({ request }) => {
    const [one, other] = [await request.get(path), await request.get(path)];
    const headers = one.headers();
    const policy = headers["content-security-policy"] ?? "";
    const [, nonce = ""] =
      /script-src 'nonce-([^']{22,})' 'strict-dynamic'(;|$)/.exec(policy) ?? [];
    expect(nonce, policy).not.toBe("");
    for (const directive of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(directive);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(other.headers()["content-security-policy"]).not.toContain(nonce);
    const scripts = [...(await one.text()).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "strict-transport-security": "max-age=31536000",
      "permissions-policy": expect.stringContaining("camera=(self)"),
    });
    expectNothingInternal(one);
  });

test("M11: what the console passes on, and its files, are no guess for a browser either", async ({
  request,
}) => {
  const page = await (await request.get("/sign-in")).text();
  const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? [];
  for (const path of [script, "/health", "/trpc/staff.me", "/staff-auth/get-session"]) {
    const response = await request.get(path);
    expect(response.headers()["x-content-type-options"], path).toBe("nosniff");
    expect(response.headers()["strict-transport-security"], path).toBe("max-age=31536000");
    expectNothingInternal(response);
  }
});

test("S18: only a page of the console stores a choice", async ({ request }) => {
  const data = JSON.stringify({ name: "stampbook_store", value: "33" });
  const choose = async (headers: Record<string, string>) => {
    const answer = await request.post("/choices", { data, headers });
    return [answer.status(), answer.headers()["set-cookie"] !== undefined];
  };
  const json = "application/json";
  expect(await choose({ "content-type": json, origin: front })).toEqual([204, true]);
  for (const headers of [
    { "content-type": "text/plain", origin: front },
    { "content-type": json, origin: "https://evil.example" },
    { "content-type": json, origin: "null" },
    { "content-type": json },
  ])
    expect(await choose(headers)).toEqual([403, false]);
});

test("S21: Next's pictures are not served", async ({ request }) => {
  const answer = await request.get("/_next/image?url=%2Ficon.png&w=64&q=75");
  expect(answer.status()).toBe(404);
});

test("S22: a large body to a sign-in is refused through the console too", async ({ request }) => {
  for (const kib of [9, 400, 1_900]) {
    const data = { email: "x".repeat(kib * 1024) };
    const answer = await request.post("/staff-auth/sign-in/email", { data });
    expect([kib, answer.status(), await answer.json()]).toEqual([
      kib,
      413,
      { message: "The body must have at most 8 KiB." },
    ]);
  }
});

test("M11: a script that was slipped into a page does not run", async ({ page }) => {
  await page.goto("/sign-in");
  const violation = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) =>
          resolve(event.effectiveDirective),
        );
        document.body.insertAdjacentHTML(
          "beforeend",
          `<img alt="" src="data:," onerror="document.body.dataset.ran = 'yes'">`,
        );
      }),
  );
  expect(await violation).toBe("script-src-attr");
  expect(await page.locator("body").getAttribute("data-ran")).toBeNull();
});

test("M11: no page can be shown in another one's frame", async ({ page }) => {
  await page.setContent(`<iframe src="${front}/sign-in"></iframe>`);
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain("chrome-error://chromewebdata/");
});

test("a POS reaches the API by the same front", async () => {
  const { status, body } = await call(`${front}/api/ping`, { data: {} });
  expect([status, body]).toEqual([401, '{"detail":"Invalid token"}']);
  expect((await call(`${front}/docs/`)).status).toBe(200);
});
