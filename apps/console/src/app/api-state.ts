export type ApiState = "answering" | "unwell" | "unreachable";

/** Short: a page that waits for an API which hangs tells staff nothing. */
const patience = 2000;

export async function readApiState(url: string): Promise<ApiState> {
  try {
    const { ok } = await fetch(`${url}/health`, {
      cache: "no-store",
      signal: AbortSignal.timeout(patience),
    });
    return ok ? "answering" : "unwell";
  } catch {
    return "unreachable";
  }
}
