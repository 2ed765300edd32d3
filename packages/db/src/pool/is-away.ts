/** Codes that the driver, the socket or the server reports when there is no connection to the database. */
const away = /^(08...|53300|57P0[1-35]|E[A-Z_]{3,}|CONNECT(ION)?_[A-Z]+|DATABASE_SILENT)$/;

/** Whether an error means that the database gave no answer. An error of the statement itself is an answer. */
export function isAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ("code" in at && away.test(String(at.code))) return true;
  return false;
}
