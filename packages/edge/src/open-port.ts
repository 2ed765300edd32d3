import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/**
 * How many sockets listen on the port. In each turn of its event loop, Node accepts one connection per
 * socket. A busy process has long turns, so with one socket new clients would wait for seconds without an
 * answer.
 */
const SOCKETS = 16;

/**
 * The most connections that wait for each socket to accept them, if the system allows as many
 * (`net.core.somaxconn`). A client whose connection finds no room tries again a second later.
 */
const BACKLOG = 4_096;

/** Whether several sockets may listen on one port, and the system divides new connections among them. */
const canShare = process.platform === "linux";

export type PortOptions = { readonly host: string; readonly port: number };
export type ListenOptions = PortOptions & {
  readonly backlog: number;
  readonly reusePort: boolean;
};

/**
 * Lets the server listen, on Linux with several sockets. `listen` passes the options to the server's own
 * method or its framework's. Returns the result of `listen`. Throws `EADDRINUSE` if the port is taken.
 * `maxConnections` limits all sockets together, and closing the server closes all.
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
 * Throws `EADDRINUSE` if the port is taken, because with `reusePort` a process that was started twice would
 * share it.
 */
async function refuseTaken(place: PortOptions): Promise<void> {
  const alone = createServer().listen(place);
  await once(alone, "listening");
  alone.close();
  await once(alone, "close");
}

/** Hands connections of the additional servers to the main one. Closing the main one closes all of them. */
function passOn(more: readonly Server[], server: HttpServer): void {
  const most = server.maxConnections;
  let open = 0;
  let passed = 0;
  const countPassed = (change: number) => {
    passed += change;
    // Node compares `maxConnections` with the main server's own connections only
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
