import type { IncomingMessage, ServerResponse } from "node:http";

/** What a request asks for: a page, a file of the build, the API's data, a sign-in, or a probe. */
export type RequestKind = "page" | "static" | "data" | "sign_in" | "probe";

/** A request that was answered, or whose client has left. */
export type EndedRequest = {
  readonly id: string;
  readonly kind: RequestKind;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly address: string;
  /** 499 if the client left before the answer, as in the API's log. */
  readonly status: number;
  readonly ms: number;
};

/** A call that the API did not answer. */
export type ApiFailure = {
  /** The system's code, such as `ECONNREFUSED`. */
  readonly code: string;
  readonly id: string;
  readonly path: string;
  /** Whether the API answered the call before. */
  readonly isFirst: boolean;
};

/** Functions that hear how requests end, for the log and the metrics. */
export type Watch = {
  readonly ended: (request: EndedRequest) => void;
  readonly apiFailed: (failure: ApiFailure) => void;
};

const CLIENT_LEFT = 499;

/** Calls `ended` when a request has ended. Called before the request's URL can change. */
export function watchEnd(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  ended: Watch["ended"],
): void {
  const began = performance.now();
  const { method = "", headers } = request;
  const path = pathOf(request);
  response.once("close", () => {
    ended({
      id: String(headers["x-request-id"]),
      kind: kindOf(path),
      method,
      path,
      address,
      status: response.headersSent ? response.statusCode : CLIENT_LEFT,
      ms: Math.round(performance.now() - began),
    });
  });
}

/** A request's path without its query, which may contain words that staff looked for. */
export const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0] ?? "";

function kindOf(path: string): RequestKind {
  if (path === "/health" || path === "/ready") return "probe";
  if (path.startsWith("/_next/static/")) return "static";
  const [, first = ""] = path.split("/", 2);
  const kinds: Readonly<Record<string, RequestKind>> = { trpc: "data", "staff-auth": "sign_in" };
  return kinds[first] ?? "page";
}
