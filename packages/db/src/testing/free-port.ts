import { once } from "node:events";
import { createServer } from "node:net";

/** A port of loopback on which nobody listens at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || !address) throw new Error("No port is free.");
  return address.port;
}
