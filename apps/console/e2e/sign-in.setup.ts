import { devices, expect, test } from "@playwright/test";
import { KEMANG } from "./testing/calls.ts";
import { PASSWORD, people } from "./testing/merchant.ts";
import { sessionOf } from "./testing/session.ts";
import { worlds } from "./testing/worlds.ts";

// without a page, because journeys such as that of the second factor sign in on the page; the list of
// security events names this browser
test.use({ userAgent: devices["Desktop Chrome"].userAgent });

for (const { baseURL, apiPort } of worlds)
  test.describe(`on port ${apiPort}`, () => {
    test.use({ baseURL, extraHTTPHeaders: { origin: baseURL } });
    for (const [name, email] of Object.entries(people))
      test(`${name} signs in`, async ({ request }) => {
        // Kemang has most of the example data. People who do not work there keep their own store.
        for (const [path, data] of [
          ["/staff-auth/sign-in/email", { email, password: PASSWORD }],
          ["/choices", { name: "stampbook_store", value: String(KEMANG) }],
        ] as const) {
          const answer = await request.post(path, { data });
          expect(answer.ok(), await answer.text()).toBe(true);
        }
        await request.storageState({ path: sessionOf(name, apiPort) });
      });
  });
