const DAY_MS = 86_400_000;
/**
 * A certificate is reported in the last fifth of its life, at most 14 days before its end. It should have been
 * renewed by then.
 */
const LATE = 0.2;
const MOST_LATE_MS = 14 * DAY_MS;

/** Whether a certificate lasts long enough, and until when. The times are as OpenSSL writes them. */
export function untilItEnds(
  { from, to }: { readonly from: string; readonly to: string },
  now: number,
): { ok: boolean; says: string } {
  const [began, ends] = [Date.parse(from), Date.parse(to)];
  if (ends <= now) return { ok: false, says: `ended on ${to}: renew it` };
  const late = Math.min(LATE * (ends - began), MOST_LATE_MS);
  return ends - now < late
    ? { ok: false, says: `ends in ${((ends - now) / DAY_MS).toFixed(1)} days, on ${to}: renew it` }
    : { ok: true, says: `valid until ${to}` };
}
