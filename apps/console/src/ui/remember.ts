/** Stores a choice in a cookie for a year, so that the server can read it for the next page. */
export async function remember(name: string, value: string): Promise<void> {
  await fetch("/choices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, value }),
  });
}
