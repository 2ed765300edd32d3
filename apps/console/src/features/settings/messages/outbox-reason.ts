/**
 * Patterns of the error that the service has stored for a failed attempt, each with the key of its sentence.
 * The first match is used. SMTP uses 4xx for temporary and 5xx for permanent errors, HTTP the other way
 * round. `account` means that the sender is refused, not the message: see apps/api/src/delivery.
 */
const reasons = [
  [/too late/, "late"],
  [/^limit/, "limit"],
  [/no longer good/, "stale"],
  [/^undone/, "undone"],
  [/booking has changed/, "outdated"],
  [/^template/, "template"],
  [/^sealed/, "key"],
  [/^(HTTP 4(00|10|13|15|22)|SMTP (5(?!3[045])[0-9]{2}|EENVELOPE|EMESSAGE))\b/, "address"],
  [/^(HTTP (408|429|5)|SMTP 4)/, "busy"],
  [/^(HTTP|SMTP (5|EAUTH|ENOAUTH|EOAUTH2|ECONFIG))/, "account"],
  [/^(no answer|SMTP E)/, "answer"],
] as const;

/** Returns why a message was not delivered, as the key of its sentence in the messages. */
export function reasonOf(error: string) {
  return reasons.find(([pattern]) => pattern.test(error))?.[1] ?? "other";
}

const stops: ReadonlySet<string> = new Set(["undone", "outdated"]);

/** Whether a message was not sent because what it says no longer holds. */
export const wasStopped = ({ state, lastError }: { state: string; lastError: string | null }) =>
  state === "dead" && lastError !== null && stops.has(reasonOf(lastError));
