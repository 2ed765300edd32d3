import type { ExportPart, MovedBatch } from "@stampbook/core/moving";
import { staff, tokens } from "./access-shapes.ts";
import { promoCodes, rewards, voucherTemplates } from "./catalogue-shapes.ts";
import { customers } from "./customer-shape.ts";
import { merchant } from "./merchant-shape.ts";
import { type SectionName, sectionNames, sections } from "./sections.ts";
import { levels, messageTemplates, paymentMethods, stores } from "./settings-shapes.ts";
import { transactions } from "./transaction-shape.ts";
import { vouchers } from "./voucher-shape.ts";

/**
 * Returns a function that renders the parts of an export as text, one record per line. Call it with the parts
 * in the order of the sections.
 */
export function createPresenter(): (part: ExportPart) => string {
  let open: ExportPart["kind"] | null = null;
  return (part) => {
    if (part.kind === "merchant")
      return `{\n"merchant": ${JSON.stringify(merchant.present(part.row))}`;
    const kind = part.kind === "end" ? part.of : part.kind;
    const head = open === kind ? "" : `,\n"${sectionOf(kind)}": [`;
    if (part.kind === "end") {
      const foot = head ? "]" : "\n]";
      open = null;
      return head + foot + (kind === lastKind ? "\n}\n" : "");
    }
    const rows = wire(part).map((row) => `\n  ${JSON.stringify(row)}`);
    const text = head + (head ? "" : ",") + rows.join(",");
    open = kind;
    return text;
  };
}

const lastKind = sections[sectionNames.at(-1) ?? "staff"].kind;

function sectionOf(kind: MovedBatch["kind"]): SectionName {
  const found = sectionNames.find((name) => sections[name].kind === kind);
  if (!found) throw new Error(`${kind} has no section in the file`);
  return found;
}

function wire(batch: MovedBatch): readonly object[] {
  switch (batch.kind) {
    case "levels":
      return batch.rows.map(levels.present);
    case "stores":
      return batch.rows.map(stores.present);
    case "customers":
      return batch.rows.map(customers.present);
    case "voucherTemplates":
      return batch.rows.map(voucherTemplates.present);
    case "rewards":
      return batch.rows.map(rewards.present);
    case "vouchers":
      return batch.rows.map(vouchers.present);
    case "transactions":
      return batch.rows.map(transactions.present);
    case "promoCodes":
      return batch.rows.map(promoCodes.present);
    case "paymentMethods":
      return batch.rows.map(paymentMethods.present);
    case "messageTemplates":
      return batch.rows.map(messageTemplates.present);
    case "tokens":
      return batch.rows.map(tokens.present);
    case "staff":
      return batch.rows.map(staff.present);
  }
}
