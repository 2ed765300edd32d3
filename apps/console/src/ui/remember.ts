/** Keeps a choice on this device for a year, where the server's next page finds it. */
export async function remember(name: string, value: string): Promise<void> {
  await fetch("/choices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, value }),
  });
}
