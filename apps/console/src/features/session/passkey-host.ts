/** Whether a host can have passkeys; browsers do not support them for IP addresses. */
export function isNamedHost(hostname: string): boolean {
  return !/^[0-9.]+$|^\[/.test(hostname);
}
