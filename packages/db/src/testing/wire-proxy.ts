import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A message from the server, and the history of its connection. */
export type ServerMessage = {
  /**
   * The message's type letter in PostgreSQL's protocol: `T` describes rows, `E` is an error, `Z` is ready.
   */
  readonly type: string;
  readonly body: Buffer;
  /** How many `Z` messages the connection had before this message. */
  readonly readies: number;
};

/**
 * Decides where to cut the connection: before or after the message is forwarded, or before it with a TCP
 * reset. Null forwards the message without a cut.
 */
export type Cut = (message: ServerMessage) => "before" | "after" | "reset" | null;

/** A proxy between a client and PostgreSQL. A test makes it cut or refuse connections, or drop all bytes. */
export type WireProxy = {
  readonly url: string;
  readonly port: number;
  readonly cutWhere: (cut: Cut) => void;
  /** New connections get this SQLSTATE as a fatal error, as they do while a server starts. */
  readonly refuseWith: (code: string) => void;
  /** From now on every byte on every connection is dropped, as when a host vanishes. */
  readonly swallow: () => void;
  /** Ends `cutWhere`, `refuseWith` and `swallow`. A connection that lost bytes forwards nothing more. */
  readonly restore: () => void;
  readonly cuts: () => number;
  /** Connections accepted so far. */
  readonly accepted: () => number;
  readonly close: () => Promise<void>;
};

export async function startWireProxy(url: string): Promise<WireProxy> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let cutWhere: Cut = () => null;
  let refusal: string | null = null;
  let isSwallowing = false;
  let cuts = 0;
  let accepted = 0;

  const server = createServer({ allowHalfOpen: true }, (client) => {
    accepted++;
    open.add(client.setNoDelay());
    client.on("close", () => open.delete(client)).on("error", () => client.destroy());
    // a connection that lost bytes cannot be used again
    let isLost = isSwallowing;
    const passes = () => {
      isLost ||= isSwallowing;
      return !isLost;
    };
    if (refusal) {
      const farewell = fatal(refusal);
      client.once("data", () => client.end(farewell));
      return;
    }
    const upstream = connect(Number(target.port), target.hostname).setNoDelay();
    open.add(upstream);
    const end = () => client.destroySoon();
    upstream.on("close", () => {
      open.delete(upstream);
      end();
    });
    upstream.on("error", end);
    client.on("end", () => passes() && client.end());
    client.on("close", () => upstream.destroy());
    client.on("data", (chunk) => passes() && upstream.write(chunk));
    const read = createReader();
    let readies = 0;
    let isCut = false;
    upstream.on("data", (chunk: Buffer) => {
      for (const { type, body, bytes } of read(chunk)) {
        if (!passes() || isCut) return;
        const cut = cutWhere({ type, body, readies });
        if (!cut || cut === "after") client.write(bytes);
        if (type === "Z") readies++;
        if (!cut) continue;
        cuts++;
        isCut = true;
        if (cut === "reset") client.resetAndDestroy();
        else end();
      }
    });
  });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The proxy has no port.");
  const own = new URL(url);
  own.hostname = "127.0.0.1";
  own.port = String(address.port);
  return {
    url: own.href,
    port: address.port,
    cutWhere: (cut) => {
      cutWhere = cut;
    },
    refuseWith: (code) => {
      refusal = code;
    },
    swallow: () => {
      isSwallowing = true;
    },
    restore: () => {
      cutWhere = () => null;
      refusal = null;
      isSwallowing = false;
    },
    cuts: () => cuts,
    accepted: () => accepted,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** An ErrorResponse, after which a server closes the connection. */
function fatal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mrefused by the test\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Splits the server's stream into messages, regardless of its chunks. */
function createReader() {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: { type: string; body: Buffer; bytes: Buffer }[] = [];
    while (rest.length >= 5) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest.length < end) break;
      messages.push({
        type: String.fromCharCode(rest.readUInt8(0)),
        body: rest.subarray(5, end),
        bytes: rest.subarray(0, end),
      });
      rest = rest.subarray(end);
    }
    return messages;
  };
}
