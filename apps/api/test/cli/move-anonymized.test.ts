import { getMember } from "@stampbook/core/members";
import { exportMerchant } from "@stampbook/core/moving";
import { anonymizeCustomer } from "@stampbook/core/privacy";
import { createHarness } from "@stampbook/core/testing";
import { createTestDatabase } from "@stampbook/db/testing";
import { expect, test } from "vitest";
import { createPresenter } from "../../src/cli/merchant-file/present-part.ts";
import { depsOf, documentWith, importDocument, importedOf, problemsOf } from "./office.ts";

const rina = { id: 12, name: "Rina", email: "rina@example.com", member_id: "R1" };

test("an anonymized customer stays unknown after an export and an import elsewhere", async () => {
  const [old, fresh] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    const document = documentWith({ customers: [{ ...rina, membership: { stamps: 7 } }] });
    await importedOf(depsOf(old), document);
    const merchant = createHarness(old.db).as(document.merchant).caller.merchant;
    const before = createHarness(old.db).as(merchant);
    await anonymizeCustomer(before, { customerId: 12, reason: "asked", confirmation: "12" });
    const present = createPresenter();
    let text = "";
    await exportMerchant(depsOf(old), merchant.id, async (part) => {
      text += present(part);
    });
    const moved = JSON.parse(text);
    expect(moved.customers).toMatchObject([{ id: 12, anonymized_at: expect.stringMatching(/Z$/) }]);
    expect(await importDocument(depsOf(fresh), moved)).toMatchObject({ is: "imported" });
    const after = createHarness(fresh.db).as(merchant);
    for (const ctx of [before, after])
      for (const user of [12, "12", "R1", "rina@example.com"])
        await expect(getMember(ctx, user), `${user}`).rejects.toMatchObject({
          code: "invalid_data",
        });
    const [row] = await fresh.db.query.customers.findMany();
    expect(row?.anonymizedAt).toEqual((await old.db.query.customers.findFirst())?.anonymizedAt);
  } finally {
    await Promise.all([old.close(), fresh.close()]);
  }
});

test("nothing that identifies a customer is taken beside anonymized_at", async () => {
  const open = await createTestDatabase();
  try {
    const anonymized_at = "2026-03-01T05:00:00Z";
    const given = [
      ...[{ email: "a@example.com" }, { mobile_number: "081239871234" }, { member_id: "R1" }],
      ...[{ other_member_ids: ["R2"] }, { member_ids: ["R3"] }, { pin: "318427" }],
      ...[{ address: "Jl Raya 1" }, { birthday: "1989-10-01" }, { extra_data: { shirt: "M" } }],
      ...[{ password: "a long password" }, { password_verifier: "x" }, { pin_verifier: "x" }],
    ];
    for (const one of given) {
      const document = documentWith({ customers: [{ id: 1, anonymized_at, ...one }] });
      expect(await problemsOf(depsOf(open), document)).toContainEqual(
        expect.stringContaining(
          "customers[0].anonymized_at is given beside personal data, a password or a PIN",
        ),
      );
    }
  } finally {
    await open.close();
  }
});
