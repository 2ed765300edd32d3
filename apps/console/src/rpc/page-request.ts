/** The data that the parts of a page share while the server renders it. */
export type PageRequest = {
  /**
   * The service's URL, and the headers of `hopHeaders`. With them the service answers as it would answer the
   * browser.
   */
  readonly api: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** The name of the build; null in development. */
  readonly build: string | null;
  /** The nonce that lets the page's inline scripts run. */
  readonly nonce: string;
  /** Sets the status of the page's response. */
  readonly setStatus: (status: number) => void;
  /** Returns a signal that aborts the reads of the page's first data. The time runs from the first call. */
  readonly deadline: () => AbortSignal;
  /** The API's answers to the page's reads, by URL. */
  readonly answers: Map<string, Promise<Response>>;
};

declare global {
  /**
   * Set by our server. It is a global, because Next bundles pages apart from the server: a module would exist
   * twice.
   */
  var pageRequests: { readonly getStore: () => PageRequest | undefined } | undefined;
}

/** Returns the request of the page that is being rendered, or null in the browser. */
export function pageRequest(): PageRequest | null {
  return globalThis.pageRequests?.getStore() ?? null;
}
