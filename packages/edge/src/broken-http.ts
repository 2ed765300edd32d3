import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

const answers: Record<string, readonly [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
};

/**
 * Answers a request that is not valid HTTP or does not arrive completely. Such a request reaches no route.
 */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket) {
  if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
  const [status, detail] = answers[error.code ?? ""] ?? [400, "This is not HTTP."];
  const body = JSON.stringify({ detail });
  return socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
