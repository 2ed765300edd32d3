/** Returns the header that names the merchant of a call's page. Empty if the page has no merchant. */
export function merchantHeader(merchantId: number | string | null): Record<string, string> {
  return merchantId === null ? {} : { "x-stampbook-merchant": String(merchantId) };
}
