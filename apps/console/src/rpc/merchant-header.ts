/** Says for which merchant a call's page was made; nothing where it was made for none. */
export function merchantHeader(merchantId: number | string | null): Record<string, string> {
  return merchantId === null ? {} : { "x-stampbook-merchant": String(merchantId) };
}
