import type { IncomingMessage, ServerResponse } from "node:http";

/** Bodies up to this size are read to their end, so that the connection can carry the next call. */
const MOST_DISCARDED = 256 * 1024;
/** How long a client may read its answer before its connection is cut. */
const LINGER_MS = 1_000;

/**
 * To be called before the headers of a response are sent. Discards the rest of the request's body. If the body
 * is large, the connection ends with the response instead: to read a mebibyte only to discard it costs as much
 * as several calls. The client has a second to read the answer.
 */
export function endUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  if (!isLarge(request)) return void request.resume();
  response.setHeader("connection", "close");
  // Node would read the rest of a request that nobody has begun to read, or that flows
  request.pause().read(0);
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** A body in chunks may have any size. */
function isLarge({ headers }: IncomingMessage): boolean {
  return (
    headers["transfer-encoding"] !== undefined ||
    Number(headers["content-length"] ?? 0) > MOST_DISCARDED
  );
}
