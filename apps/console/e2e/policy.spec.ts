import { sessionOf } from "./testing/session.ts";
import { expect, test } from "./testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test.afterEach(async ({ page, baseURL }) => {
  const back = { pinMaxAttempts: 3, redemptionPinAuthorization: false };
  await page.request.post("/trpc/staff.settings.policy.update", {
    data: back,
    headers: { origin: baseURL ?? "" },
  });
});

test("changes how many tries a PIN has, within bounds, on the record", async ({
  settings,
  page,
}) => {
  await settings.open("policy");
  const tries = settings.field("Wrong PINs in a row before it blocks");
  await tries.fill("11");
  await settings.button("Save").click();
  await expect(page.getByText("At most 10.")).toBeVisible();
  await expect(tries).toBeFocused();
  await tries.fill("many");
  await settings.button("Save").click();
  await expect(page.getByText("A whole number is expected.")).toBeVisible();
  await tries.fill("5");
  await settings.button("Save").click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/customers/122");
  await expect(page.getByText("5 tries left")).toBeVisible();
  await page.goto("/settings/audit?q=policy");
  await expect(page.getByRole("row").filter({ hasText: "settings.policy.update" })).not.toHaveCount(
    0,
  );
});
