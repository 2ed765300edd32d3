/** Whether passkeys work at a host. Browsers do not support them at IP addresses. */
export function isNamedHost(hostname: string): boolean {
  return !/^[0-9.]+$|^\[/.test(hostname);
}
