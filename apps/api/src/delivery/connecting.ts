/** The steps of opening a connection, as Node names them in the `syscall` of an error. */
const steps: ReadonlySet<unknown> = new Set(["getaddrinfo", "connect"]);

/**
 * Returns whether an error shows that no connection was opened, so that nothing was sent: the host is
 * unknown, or all its addresses refused the connection or were not reached.
 */
export function isBeforeConnection(error: unknown): boolean {
  // Node collects one error for each address of a host
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(isBeforeConnection);
  if (!(error instanceof Error)) return false;
  const { syscall, code }: NodeJS.ErrnoException = error;
  return steps.has(syscall) || code === "UND_ERR_CONNECT_TIMEOUT";
}
