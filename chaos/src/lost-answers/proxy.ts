import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { createReader, texts } from "./messages.ts";

/**
 * When a connection is cut: before the save has reached the server, as it is sent, so that nobody
 * knows, or after the server has committed and answered, with the answer on the way.
 */
export type Cut = "before" | "unknown" | "after";

/** Stands between a pool and the server and cuts connections at the worst moment. */
export type CuttingProxy = {
  readonly url: string;
  /** Cuts the connection of the next statement that saves. */
  readonly cutNextSave: (cut: Cut) => void;
  readonly cuts: () => number;
  readonly close: () => Promise<void>;
};

/** In the text of every save, and of nothing else that a verb sends. */
const SAVES = /stampbook_refuse|insert into redemptions /;

export async function startProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let armed: Cut | null = null;
  let cuts = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const fromClient = createReader({ startsWithoutType: true });
    const fromServer = createReader({ startsWithoutType: false });
    const saves = new Map<string, boolean>();
    let cutting: Cut | null = null;

    const end = () => {
      client.destroy();
      upstream.destroy();
      open.delete(client);
    };
    const cut = () => {
      cuts++;
      end();
    };
    open.add(client);
    for (const socket of [client, upstream]) socket.setNoDelay().on("close", end).on("error", end);

    client.on("data", (chunk: Buffer) => {
      for (const { type, body, bytes } of fromClient(chunk)) {
        const [first = "", second = ""] = texts(body, 2);
        if (type === "P") saves.set(first, SAVES.test(second));
        if (type === "B" && armed && saves.get(second)) {
          cutting = armed;
          armed = null;
          if (cutting === "before") return cut();
        }
        upstream.write(bytes);
        // a save ends with its Sync, and what comes after that is the answer
        if (type === "S" && cutting === "unknown") return upstream.end(cut);
      }
    });
    upstream.on("data", (chunk: Buffer) => {
      for (const { type, bytes } of fromServer(chunk)) {
        if (cutting !== "after") client.write(bytes);
        // ready for the next query: it has committed
        else if (type === "Z") return cut();
      }
    });
  });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const own = new URL(url);
  own.hostname = "127.0.0.1";
  own.port = String(typeof address === "object" ? address?.port : address);
  return {
    url: own.href,
    cutNextSave: (cut) => {
      armed = cut;
    },
    cuts: () => cuts,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
