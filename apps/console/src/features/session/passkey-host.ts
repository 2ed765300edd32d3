/** Whether passkeys can belong to a host: browsers know none of IP addresses. */
export function isNamedHost(hostname: string): boolean {
  return !/^[0-9.]+$|^\[/.test(hostname);
}
