import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test("L9: who is searched for stands in no address", async ({ page, customers, till }) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
  await customers.open();
  const found = page.waitForResponse((answer) => answer.url().includes("customers.search"));
  await customers.search.fill("Wibowo");
  expect((await found).request().method()).toBe("POST");
  await till.open();
  const looked = page.waitForResponse((answer) => answer.url().includes("till.lookup"));
  await till.scan("customer@example.com");
  expect((await looked).request().method()).toBe("POST");
  expect(addresses.filter((address) => /wibowo|customer@example\.com/i.test(address))).toEqual([]);
});

test("L9: the secret of an invitation stays in the browser and in bodies", async ({ page }) => {
  const secret = "a-secret-that-opens-nothing";
  const requests: { url: string; referer: string | undefined; body: string | null }[] = [];
  page.on("request", (request) =>
    requests.push({
      url: request.url(),
      referer: request.headers().referer,
      body: request.postData(),
    }),
  );
  const asked = page.waitForResponse((answer) => answer.url().includes("invitation.get"));
  await page.goto(`/invitation#secret=${secret}`);
  await asked;
  expect(requests.some(({ body }) => body?.includes(secret))).toBe(true);
  expect(requests.filter(({ url, referer = "" }) => `${url} ${referer}`.includes(secret))).toEqual(
    [],
  );
});
