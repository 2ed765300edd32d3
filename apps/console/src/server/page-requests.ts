import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PageRequest } from "../rpc/page-request.ts";

const requests = new AsyncLocalStorage<PageRequest>();
globalThis.pageRequests = requests;

/** Renders a page, which finds its request by `pageRequest`. It waits `readMs` for its first data. */
export function withPageRequest(
  request: IncomingMessage,
  response: ServerResponse,
  readMs: number,
  draw: () => void,
): void {
  let deadline: AbortSignal | undefined;
  const page: PageRequest = {
    setStatus: (status) => {
      // a link inside the console asks for the content alone, which the router takes only from a 200
      if (!response.headersSent && request.headers.rsc === undefined) response.statusCode = status;
    },
    deadline: () => {
      deadline ??= AbortSignal.timeout(readMs);
      return deadline;
    },
    answers: new Map(),
  };
  requests.run(page, draw);
}
