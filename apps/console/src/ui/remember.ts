/**
 * Stores a choice in a cookie for a year, so that the server can read it for the next page. Returns whether
 * this succeeded.
 */
export async function remember(name: string, value: string): Promise<boolean> {
  const answer = await fetch("/choices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, value }),
  }).catch(() => null);
  return answer?.ok ?? false;
}
