/** Calls the sign-in service by `fetch`, so that pages need not load `signInClient`. */
export function tellSignIn(what: "sign-out" | "update-session", body: object) {
  return fetch(`/staff-auth/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
