import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Accepts connections at its own address, and forwards them to a server on this machine. */
export type Relay = {
  readonly port: number;
  /** From now on the relay accepts data in both directions, and forwards none. */
  readonly swallow: () => void;
  /** Delivers the data that was held back, as TCP does when it sends packets again. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
};

export async function openRelay(host: string, target: number): Promise<Relay> {
  const open = new Set<Socket>();
  let isSwallowing = false;
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    const pair = [client, upstream] as const;
    const end = () => {
      for (const socket of pair) {
        socket.destroy();
        open.delete(socket);
      }
    };
    for (const socket of pair) {
      open.add(socket);
      socket.setNoDelay().on("close", end).on("error", end);
    }
    client.pipe(upstream);
    upstream.pipe(client);
    if (isSwallowing) hold(pair);
  });
  const hold = (sockets: Iterable<Socket>) => {
    for (const socket of sockets) socket.pause();
  };
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The relay does not listen.");
  return {
    port: address.port,
    swallow: () => {
      isSwallowing = true;
      hold(open);
    },
    release: () => {
      isSwallowing = false;
      for (const socket of open) socket.resume();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
