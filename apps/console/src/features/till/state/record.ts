import type { Done, ShownVisit, VisitRecord } from "./types.ts";

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

/** Returns the parts of a visit: the ids of its redemptions, and `"sale"` if it has a sale. */
export function partsOf({ lines, sale }: ShownVisit): Done["canceled"] {
  const redemptions = lines.map(({ redemptionId }) => redemptionId);
  return sale ? [...redemptions, "sale"] : redemptions;
}

/** Whether any part of a receipt's visit is not canceled. */
export function isAnyLeft({ visit, canceled }: Done): boolean {
  return partsOf(visit).some((part) => !canceled.includes(part));
}

/** Whether all of a visit was canceled, a part of it, or nothing. */
export function canceledPart({ lines, sale }: VisitRecord): "all" | "some" | "none" {
  const parts = [...lines, ...(sale ? [sale] : [])];
  const count = parts.filter(({ isCanceled }) => isCanceled).length;
  if (count === 0) return "none";
  return count === parts.length ? "all" : "some";
}
