import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Returns a function that lists the idle connections, and those whose request has not arrived completely.
 * Leaves out connections with a complete request that waits for its answer.
 */
export function watchSockets(server: Server): () => readonly Socket[] {
  const open = new Map<Socket, Set<IncomingMessage>>();
  server.on("connection", (socket: Socket) => {
    open.set(socket, new Set());
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response) => {
    const requests = open.get(request.socket);
    requests?.add(request);
    response.once("close", () => requests?.delete(request));
  });
  return () =>
    [...open]
      .filter(([, requests]) => ![...requests].some(({ complete }) => complete))
      .map(([socket]) => socket);
}
