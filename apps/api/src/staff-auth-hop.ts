import { createHash, timingSafeEqual } from "node:crypto";
import { clientAddress } from "@stampbook/edge/client-address";
import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import { plainAddress, type TrustsAddress } from "@stampbook/edge/trusted-proxies";
import type { FastifyRequest } from "fastify";

/** The console's own hop to the API, which is believed about the browser before it. */
export type ConsoleHop = {
  /** Whether the console has passed the request on. */
  readonly made: (request: FastifyRequest) => boolean;
  /** The browser's address as the console says it; without the console, the caller's own. */
  readonly addressOf: (request: FastifyRequest) => string;
  /** Whether the browser's own call came over HTTPS, by the console's word. */
  readonly isHttps: (request: FastifyRequest) => boolean;
};

/** Without a secret nobody is believed. */
export function consoleHop(secret: string | undefined, trusts: TrustsAddress): ConsoleHop {
  const right = secret === undefined ? null : digest(secret);
  const made = ({ headers }: FastifyRequest) => {
    const given = headers[CONSOLE_HOP];
    return right !== null && typeof given === "string" && timingSafeEqual(digest(given), right);
  };
  return {
    made,
    addressOf: (request) => {
      if (!made(request)) return request.ip;
      const peer = plainAddress(request.socket.remoteAddress ?? request.ip);
      // the console itself is trusted by its secret, wherever it runs
      const believed: TrustsAddress = (address) => address === peer || trusts(address);
      return clientAddress(peer, request.headers["x-forwarded-for"], believed);
    },
    // the console sends one word of its own, in place of whatever the browser sent
    isHttps: (request) => made(request) && request.headers["x-forwarded-proto"] === "https",
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
