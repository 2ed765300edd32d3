import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** Returns a function that lists the connections on which no whole request is waiting for its answer. */
export function watchSockets(server: Server): () => readonly Socket[] {
  const sockets = new Set<Socket>();
  const requests = new Set<IncomingMessage>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("request", (request, response) => {
    requests.add(request);
    response.once("close", () => requests.delete(request));
  });
  return () => {
    const whole = [...requests].filter(({ complete }) => complete);
    const busy = new Set(whole.map(({ socket }) => socket));
    return [...sockets].filter((socket) => !busy.has(socket));
  };
}
