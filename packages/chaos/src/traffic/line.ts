import { type Answer, type Call, type Connection, openConnection } from "@stampbook/bench/load";

/** The result of one try: a response, or none, because the connection was lost or the till gave up. */
export type Tried =
  | (Answer & { readonly ms: number })
  | { readonly lost: "lost" | "hung up"; readonly ms: number };

/** Where an API process listens now. After a restart the port may be another. */
export type Door = { readonly host?: string; readonly port: number };

/** A till's keep-alive connection to one API process, reopened when it is lost. */
export type Line = {
  readonly send: (call: Call) => Promise<Tried>;
  readonly close: () => void;
};

/** `patienceMs` is how long the till waits for an answer before it hangs up. */
export function openLine(door: () => Door, patienceMs: number): Line {
  let connection: Connection | undefined;
  const connected = async () => {
    if (connection?.isOpen()) return connection;
    const { host, port } = door();
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

/** A header's value, or null. */
export function headerOf({ head }: Pick<Answer, "head">, name: string): string | null {
  return new RegExp(`\\r\\n${name}: ([^\\r]*)`, "i").exec(head)?.[1] ?? null;
}
