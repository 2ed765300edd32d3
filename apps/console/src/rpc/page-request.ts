/** What the parts of a page share while the server renders it. */
export type PageRequest = {
  /** Where the service is, and the headers by which it answers the page as it would its browser. */
  readonly api: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** The build; null in development. */
  readonly build: string | null;
  /** Lets the page's inline scripts run. */
  readonly nonce: string;
  /** Sets the status that the page is answered with. */
  readonly setStatus: (status: number) => void;
  /** Ends the page's wait for its first data. It begins with the first call. */
  readonly deadline: () => AbortSignal;
  /** The API's answers to the page's reads, by their address. */
  readonly answers: Map<string, Promise<Response>>;
};

declare global {
  /** Set by our server. Next bundles a page apart from it, so a module of both would be two. */
  var pageRequests: { readonly getStore: () => PageRequest | undefined } | undefined;
}

/** The request of the page that is being rendered; null in the browser. */
export function pageRequest(): PageRequest | null {
  return globalThis.pageRequests?.getStore() ?? null;
}
