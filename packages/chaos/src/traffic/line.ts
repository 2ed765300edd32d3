import { type Answer, type Call, type Connection, openConnection } from "@stampbook/bench/load";

/** The result of one try: a response, or a lost connection, or a till that hung up. */
export type Tried =
  | (Answer & { readonly ms: number })
  | { readonly lost: "lost" | "hung up"; readonly ms: number };

/** The address where an API process listens now. A restart may change the port. */
export type Door = { readonly host?: string; readonly port: number };

/** A till's keep-alive connection to one API process, reopened when it is lost. */
export type Line = {
  readonly send: (call: Call) => Promise<Tried>;
  readonly close: () => void;
};

/** Opens a till's line. The till waits `patienceMs` for an answer, then hangs up. */
export function openLine(door: () => Door, patienceMs: number): Line {
  let connection: Connection | undefined;
  let connectedTo = 0;
  const connected = async () => {
    const { host, port } = door();
    if (connection?.isOpen() && connectedTo === port) return connection;
    connection?.close();
    connectedTo = port;
    connection = await openConnection(port, host);
    return connection;
  };
  const hangUp = () => {
    connection?.close();
    connection = undefined;
  };
  return {
    send: async (call) => {
      const from = performance.now();
      const late = setTimeout(hangUp, patienceMs);
      try {
        const answer = await (await connected()).send(call);
        if (/\r\nconnection: close/i.test(answer.head)) hangUp();
        return { ...answer, ms: performance.now() - from };
      } catch {
        hangUp();
        const ms = performance.now() - from;
        return { lost: ms >= patienceMs ? "hung up" : "lost", ms };
      } finally {
        clearTimeout(late);
      }
    },
    close: hangUp,
  };
}

/** Returns a header's value; null if the header is missing. */
export function headerOf({ head }: Pick<Answer, "head">, name: string): string | null {
  return new RegExp(`\\r\\n${name}: ([^\\r]*)`, "i").exec(head)?.[1] ?? null;
}
