/** Calls the sign-in service without its client, which is only loaded where it is needed. */
export function tellSignIn(what: "sign-out" | "update-session", body: object) {
  return fetch(`/staff-auth/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
