/** A message of PostgreSQL's protocol. A client's first message has no type. */
export type Message = { readonly type: string; readonly body: Buffer; readonly bytes: Buffer };

/** Returns a function that splits a stream into messages, regardless of the stream's chunks. */
export function createReader(options: { readonly startsWithoutType: boolean }) {
  let rest = Buffer.alloc(0);
  let hasType = !options.startsWithoutType;
  return (chunk: Buffer): Message[] => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const head = hasType ? 1 : 0;
      if (rest.length < head + 4) return messages;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return messages;
      messages.push({
        type: hasType ? String.fromCharCode(rest.readUInt8(0)) : "",
        body: rest.subarray(head + 4, end),
        bytes: rest.subarray(0, end),
      });
      rest = rest.subarray(end);
      hasType = true;
    }
  };
}

/** Returns up to `count` zero-terminated texts from the start of a message. */
export function texts(body: Buffer, count: number): string[] {
  const found: string[] = [];
  for (let from = 0; found.length < count; ) {
    const end = body.indexOf(0, from);
    if (end < 0) return found;
    found.push(body.toString("utf8", from, end));
    from = end + 1;
  }
  return found;
}
