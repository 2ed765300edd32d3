import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { createReader, texts } from "./messages.ts";

/**
 * When a connection is cut. `before`: the save has not reached the server. `unknown`: the save is sent, and
 * its outcome is unknown. `after`: the server has committed and answered, but the answer has not arrived.
 */
export type Cut = "before" | "unknown" | "after";

/** How an operation saves: by a statement, or by the end of a transaction. */
export type Save = "statement" | "commit";

/** A proxy between a pool and the server that cuts a connection while an operation saves. */
export type CuttingProxy = {
  readonly url: string;
  /** Cuts the connection of the next save. */
  readonly cutNextSave: (cut: Cut, save: Save) => void;
  readonly cuts: () => number;
  readonly close: () => Promise<void>;
};

/** The pattern of each kind of save. It matches no other statement of an operation. */
const SAVES: Readonly<Record<Save, RegExp>> = {
  statement:
    /stampbook_refuse|(?:insert into|update) (?:redemptions|transactions|stamp_awards|stamp_deductions) /,
  commit: /^commit/i,
};

export async function startProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let armed: { readonly cut: Cut; readonly save: Save } | null = null;
  let cuts = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const fromClient = createReader({ startsWithoutType: true });
    const fromServer = createReader({ startsWithoutType: false });
    const statements = new Map<string, string>();
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
        if (type === "P") statements.set(first, second);
        const sent = type === "B" ? statements.get(second) : type === "Q" ? first : undefined;
        if (armed && sent !== undefined && SAVES[armed.save].test(sent)) {
          cutting = armed.cut;
          armed = null;
          if (cutting === "before") return cut();
        }
        upstream.write(bytes);
        // a save ends with a Sync message (`S`) or is one query message (`Q`); the server answers after that
        if ((type === "S" || type === "Q") && cutting === "unknown") return upstream.end(cut);
      }
    });
    upstream.on("data", (chunk: Buffer) => {
      for (const { type, bytes } of fromServer(chunk)) {
        if (cutting !== "after") client.write(bytes);
        // the server is ready for the next query, so the save is committed
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
    cutNextSave: (cut, save) => {
      armed = { cut, save };
    },
    cuts: () => cuts,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
