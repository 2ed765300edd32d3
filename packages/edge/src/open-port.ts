import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/**
 * The number of sockets that listen on the port. In each turn of its event loop, Node accepts one connection
 * from each socket. The turns of a busy process are long. With one socket, new clients would wait for
 * seconds.
 */
const SOCKETS = 16;

/**
 * How many connections may wait to be accepted at a socket, if `net.core.somaxconn` allows as many. A client
 * that finds no room tries again a second later.
 */
const BACKLOG = 4_096;

/** Whether the system lets several sockets listen on one port, and distributes new connections among them. */
const canShare = process.platform === "linux";

export type PortOptions = { readonly host: string; readonly port: number };
export type ListenOptions = PortOptions & {
  readonly backlog: number;
  readonly reusePort: boolean;
};

/**
 * Lets the server listen on a port, on Linux with several sockets. `listen` must call the `listen` method of
 * the server or its framework with the options. Returns the result of `listen`. Throws `EADDRINUSE` if the
 * port is in use. `maxConnections` limits the connections of all sockets together. Closing the server closes
 * all sockets.
 */
export async function openPort<T>(
  server: HttpServer,
  { host, port }: PortOptions,
  listen: (options: ListenOptions) => Promise<T>,
  sockets = canShare ? SOCKETS : 1,
): Promise<T> {
  const reusePort = sockets > 1;
  if (reusePort) await refuseTaken({ host, port });
  const heard = await listen({ host, port, backlog: BACKLOG, reusePort });
  const { address, port: own } = server.address() as AddressInfo;
  const more = Array.from({ length: sockets - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }),
  );
  passOn(more, server);
  await Promise.all(
    more.map((one) => {
      one.listen({ host: address, port: own, backlog: BACKLOG, reusePort });
      return once(one, "listening");
    }),
  );
  return heard;
}

/**
 * Throws `EADDRINUSE` if the port is in use. With `reusePort` alone, a second process would share the port
 * without an error.
 */
async function refuseTaken(place: PortOptions): Promise<void> {
  const alone = createServer().listen(place);
  await once(alone, "listening");
  alone.close();
  await once(alone, "close");
}

/**
 * Passes connections of the additional servers to the main server. Closing the main server closes the others.
 */
function passOn(more: readonly Server[], server: HttpServer): void {
  const most = server.maxConnections;
  let open = 0;
  let passed = 0;
  const countPassed = (change: number) => {
    passed += change;
    // Node compares `maxConnections` only with the connections that the main server itself accepted
    server.maxConnections = most - passed;
  };
  server.on("connection", (socket: Socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
  });
  for (const one of more)
    one.on("connection", (socket) => {
      if (open >= most) return socket.destroy();
      countPassed(1);
      socket.once("close", () => countPassed(-1));
      return server.emit("connection", socket);
    });
  const close = server.close.bind(server);
  server.close = (done) => {
    const closed = more.map((one) => new Promise((resolve) => one.close(resolve)));
    return close((error) => void Promise.all(closed).then(() => done?.(error)));
  };
}
