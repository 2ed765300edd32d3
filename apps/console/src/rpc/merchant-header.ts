/** The header that names the merchant of a call's page; an empty object if the page has none. */
export function merchantHeader(merchantId: number | string | null): Record<string, string> {
  return merchantId === null ? {} : { "x-stampbook-merchant": String(merchantId) };
}
