/**
 * Codes of temporary errors: first SQLSTATEs, then the codes of sockets and drivers for a missing connection.
 */
const passing = [
  /^08/, // no connection
  /^40(001|P01)$/, // serialization, deadlock
  /^53/, // out of memory, disk or connections
  /^55P03$/, // waited too long for a lock
  /^57(014|P01|P02|P03|P05)$/, // took too long, or the server is shutting down
  /^SB002$/, // its merchant is being moved to another database
  /^25006$/, // a read-only server, such as a standby
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/,
  /^CONNECT(ION)?_(CLOSED|ENDED|DESTROYED|TIMEOUT)$/,
  /^(DATABASE_BUSY|DATABASE_SILENT|CALLER_GONE)$/, // the pool's own errors, see pool/refusals.ts
];

/**
 * Whether an error, or one of its causes, means that the service is too busy or its database unavailable. A
 * retry may then help.
 */
export function isOverload(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = "code" in at ? String(at.code) : "";
    if (passing.some((pattern) => pattern.test(code))) return true;
  }
  return false;
}
