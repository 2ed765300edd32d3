import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { clientAddress } from "@stampbook/edge/client-address";
import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import { plainAddress, type TrustsAddress } from "@stampbook/edge/trusted-proxies";
import type { FastifyRequest } from "fastify";

/**
 * Functions that read what the console reports about a forwarded call: the browser's address and protocol.
 * The API trusts this report.
 */
export type ConsoleHop = {
  /** Whether the console or a trusted proxy sent the request, so that its id and its trace are believed. */
  readonly isTrusted: (request: Pick<IncomingMessage, "headers" | "socket">) => boolean;
  /** The browser's address as the console reports it. The caller's, if the console is not the caller. */
  readonly addressOf: (request: FastifyRequest) => string;
  /** Whether the browser called over HTTPS, as the console reports it. */
  readonly isHttps: (request: FastifyRequest) => boolean;
};

/** Recognizes the console by its secret. Without a secret, no caller is trusted as the console. */
export function consoleHop(secret: string | undefined, trusts: TrustsAddress): ConsoleHop {
  const right = secret === undefined ? null : digest(secret);
  const made = ({ headers }: Pick<IncomingMessage, "headers">) => {
    const given = headers[CONSOLE_HOP];
    return right !== null && typeof given === "string" && timingSafeEqual(digest(given), right);
  };
  return {
    isTrusted: (request) => made(request) || trusts(request.socket.remoteAddress),
    addressOf: (request) => {
      if (!made(request)) return request.ip;
      const peer = plainAddress(request.socket.remoteAddress ?? request.ip);
      // the console is trusted at any address, because it sent the secret
      const believed: TrustsAddress = (address) => address === peer || trusts(address);
      return clientAddress(peer, request.headers["x-forwarded-for"], believed);
    },
    // a single value, because the console replaces what the browser sent in this header
    isHttps: (request) => made(request) && request.headers["x-forwarded-proto"] === "https",
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
