/** Stores a choice on this device for a year, where the server can read it for the next page. */
export async function remember(name: string, value: string): Promise<void> {
  await fetch("/choices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, value }),
  });
}
