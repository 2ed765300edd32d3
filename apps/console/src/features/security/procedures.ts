/**
 * Returns the message key of the list or record that a procedure reads or exports: `ledger` for
 * "staff.customers.ledgerCsv".
 */
export function listOf(procedure: string): string {
  const [last = "", group = ""] = procedure.split(".").reverse();
  return ["csv", "list", "get"].includes(last) ? group : last.replace(/Csv$/, "");
}

/** Returns the message key of the change that a procedure makes, as the audit log names it. */
export function actionOf(procedure: string): string {
  return procedure
    .replace(/^staff\./, "")
    .replace(/^catalogue\.(?:rewards|voucherTemplates|promoCodes)\./, "catalogue.");
}
