import { describe, expect, test } from "vitest";
import { runAudit } from "../../../foundation/audit/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { issueVouchersTo } from "./issue-vouchers-to.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const template = await t.given.template(merchant, { value: "50.00", isDynamic: true });
  return { merchant, template, ctx: t.as(merchant) };
}

describe("vouchers for chosen customers", () => {
  test("are issued to each, once, from today on", async () => {
    const { merchant, template, ctx } = await setting();
    const customers = [await t.given.customer(merchant), await t.given.customer(merchant)];
    const customerIds = customers.map(({ id }) => id);
    const issued = await issueVouchersTo(ctx, {
      templateId: template.id,
      customerIds: [...customerIds, ...customerIds],
      reason: "Birthday",
    });
    expect(issued.map(({ customerId }) => customerId)).toEqual(customerIds);
    expect(await runAudit(t.db, merchant.id)).toEqual([]);
  });

  test("are issued to all or to nobody", async () => {
    const { merchant, template, ctx } = await setting();
    const mine = await t.given.customer(merchant);
    const strange = await t.given.customer((await setting()).merchant);
    const before = await t.rows(merchant);
    const input = { templateId: template.id, customerIds: [mine.id, strange.id], reason: null };
    expect(await refusalOf(issueVouchersTo(ctx, input))).toMatchObject({
      code: "invalid_user",
      field: "customerIds",
    });
    expect(await t.written(merchant, before)).toEqual({});
  });
});
