import type { Done, VisitRecord } from "./types.ts";

/** Converts the service's record of a visit to a receipt. */
export function doneOf(record: VisitRecord): Done {
  const { key, at, invoiceNumber, servedBy, lines, sale } = record;
  const canceled: (number | "sale")[] = lines.flatMap(({ redemptionId, isCanceled }) =>
    isCanceled ? [redemptionId] : [],
  );
  if (sale?.isCanceled) canceled.push("sale");
  const invoice = invoiceNumber ?? "";
  return { key, at, invoice, servedBy: servedBy?.name ?? null, canceled, visit: record };
}

/** Whether all of a visit was canceled, a part of it, or nothing. */
export function canceledPart({ lines, sale }: VisitRecord): "all" | "some" | "none" {
  const parts = [...lines, ...(sale ? [sale] : [])];
  const count = parts.filter(({ isCanceled }) => isCanceled).length;
  if (count === 0) return "none";
  return count === parts.length ? "all" : "some";
}
