import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { apiUrl } from "../env.ts";
import { hopHeaders } from "../rpc/hop.ts";
import type { PageRequest } from "../rpc/page-request.ts";

const requests = new AsyncLocalStorage<PageRequest>();
globalThis.pageRequests = requests;

type PageSettings = {
  /** How long a page waits for its first data, in ms. */
  readonly pageReadMs: number;
  readonly build: string | null;
};

/** Calls `draw`, which renders a page. The page's code reads the request's data by `pageRequest`. */
export function withPageRequest(
  request: IncomingMessage,
  response: ServerResponse,
  settings: PageSettings,
  draw: () => void,
): void {
  let deadline: AbortSignal | undefined;
  const { headers } = request;
  const text = (name: string) => headers[name]?.toString() ?? "";
  const page: PageRequest = {
    api: {
      url: `${apiUrl()}/trpc`,
      headers: {
        ...hopHeaders({ get: text }),
        // some reads are POSTs, and the API accepts a POST only with the console's origin
        origin: `${text("x-forwarded-proto")}://${text("host")}`,
      },
    },
    build: settings.build,
    nonce: text("x-nonce"),
    setStatus: (status) => {
      // a link inside the console requests only the page's content (`rsc`), which Next's router accepts only
      // with status 200
      if (!response.headersSent && headers.rsc === undefined) response.statusCode = status;
    },
    deadline: () => {
      deadline ??= AbortSignal.timeout(settings.pageReadMs);
      return deadline;
    },
    answers: new Map(),
  };
  requests.run(page, draw);
}
