import { connect, type Socket } from "node:net";

/** A call in the form sent over the connection. */
export type Call = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a POST; empty for a GET. */
  readonly body: string;
};

export type Answer = {
  readonly status: number;
  /** The status line and the headers, as received. */
  readonly head: string;
  readonly body: string;
};

/** One keep-alive connection with one call in flight at a time. */
export type Connection = {
  readonly send: (call: Call) => Promise<Answer>;
  /** False once the server, or `close`, has closed it: a call sent then would be lost. */
  readonly isOpen: () => boolean;
  readonly close: () => void;
};

/**
 * Opens a connection without an HTTP library, because a library takes more processor time per call than the
 * measured server. It reads answers with a Content-Length, and short chunked ones.
 */
export function openConnection(port: number, host = "127.0.0.1"): Promise<Connection> {
  return new Promise((opened, failed) => {
    const socket = connect(port, host);
    socket.setNoDelay(true);
    socket.once("error", failed);
    socket.once("connect", () => {
      socket.off("error", failed);
      opened(overSocket(socket));
    });
  });
}

type Waiting = { readonly done: (answer: Answer) => void; readonly fail: (error: Error) => void };

function overSocket(socket: Socket): Connection {
  let waiting: Waiting | undefined;
  let read = "";
  const lose = (error: Error) => {
    waiting?.fail(error);
    waiting = undefined;
  };
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    read = read ? read + chunk : chunk;
    const answer = answerIn(read);
    if (!answer || !waiting) return;
    const { done } = waiting;
    read = "";
    waiting = undefined;
    done(answer);
  });
  socket.on("error", lose);
  socket.on("close", () => lose(new Error("the server closed the connection")));
  return {
    send: (call) =>
      new Promise((done, fail) => {
        waiting = { done, fail };
        socket.write(written(call));
      }),
    isOpen: () => socket.writable && !socket.destroyed,
    close: () => socket.destroy(),
  };
}

function written({ path, headers, body }: Call): string {
  let head = body
    ? `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    : `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  return `${head}\r\n${body}`;
}

const END_OF_HEAD = "\r\n\r\n";
const END_OF_CHUNKS = "0\r\n\r\n";
const LENGTH = /\r\ncontent-length: (\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: chunked/i;
const CHUNK = /([0-9a-f]+)\r\n/iy;

function answerIn(text: string): Answer | undefined {
  const end = text.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const start = end + END_OF_HEAD.length;
  const status = Number(head.slice(9, 12));
  const length = LENGTH.exec(head)?.[1];
  if (length === undefined) {
    if (!CHUNKED.test(head) || !text.endsWith(END_OF_CHUNKS)) return undefined;
    return { status, head, body: joinChunks(text, start) };
  }
  if (text.length < start + Number(length)) return undefined;
  return { status, head, body: text.slice(start) };
}

function joinChunks(text: string, start: number): string {
  let body = "";
  let at = start;
  for (;;) {
    CHUNK.lastIndex = at;
    const size = Number.parseInt(CHUNK.exec(text)?.[1] ?? "0", 16);
    if (!size) return body;
    body += text.slice(CHUNK.lastIndex, CHUNK.lastIndex + size);
    at = CHUNK.lastIndex + size + 2;
  }
}
