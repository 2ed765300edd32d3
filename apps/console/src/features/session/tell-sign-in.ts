/**
 * Calls the sign-in service by `fetch`, so that pages need not load `signInClient`. `signal` cancels the call,
 * and the browser then ignores the cookies of its answer.
 */
export function tellSignIn(
  what: "sign-out" | "update-session",
  body: object,
  signal: AbortSignal | null = null,
) {
  return fetch(`/staff-auth/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}
