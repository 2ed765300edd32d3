import {
  issuedCodes,
  type Visit,
  type VisitRecord,
  type VisitRedemption,
  valueTaken,
} from "@stampbook/core/visits";

/** Shows a visit as it was right after it was confirmed. */
export function showVisit({ customer, storeId, membership, redemptions, sale }: Visit) {
  return {
    customerId: customer.id,
    customerName: nameOf(customer),
    storeId,
    stampsLeft: membership.stamps,
    levelName: membership.levelName,
    lines: redemptions.map(showLine),
    sale: sale && {
      id: sale.id,
      status: sale.status,
      total: sale.total,
      stampsEarned: sale.stampsEarned,
    },
  };
}

/**
 * The customer's name. A customer who registered with a contact alone has only a phone, email or Member ID.
 */
function nameOf({ name, mobileNumber, email, memberId }: Visit["customer"]): string {
  return name || mobileNumber || email || memberId || "";
}

/** Shows a visit with what was canceled since then, and with the person who served. */
export function showRecord({ key, at, visit, redemptions, sale }: VisitRecord) {
  const shown = showVisit(visit);
  const canceled = new Set(redemptions.flatMap(({ id, isCanceled }) => (isCanceled ? [id] : [])));
  const [first] = redemptions;
  return {
    ...shown,
    key,
    at,
    invoiceNumber: first?.invoiceNumber ?? sale?.invoiceNumber ?? null,
    servedBy: first?.servedBy ?? sale?.servedBy ?? null,
    lines: shown.lines.map((line) => ({ ...line, isCanceled: canceled.has(line.redemptionId) })),
    sale: shown.sale && { ...shown.sale, isCanceled: sale?.isCanceled ?? false },
  };
}

function showLine(line: VisitRedemption) {
  const { kind, redemption } = line;
  const { id: redemptionId, name, stampsUsed } = redemption;
  const voucher = kind === "reward" ? line.line.voucher : kind === "voucher" ? line.voucher : null;
  return {
    redemptionId,
    kind,
    name,
    stampsUsed,
    qty: kind === "reward" ? line.line.qty : 1,
    value: valueTaken(line),
    voucher: voucher && {
      id: voucher.id,
      code: voucher.code,
      remainingValue: voucher.remainingValue,
    },
    issued: issuedCodes(line),
  };
}
