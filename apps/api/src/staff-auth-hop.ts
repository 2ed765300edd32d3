import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Carries the secret that the console and the API share. */
const HOP_HEADER = "x-stampbook-console";

/** The console's own hop to the API, which is believed about the browser before it. */
export type ConsoleHop = {
  /** Whether the console has passed the request on. */
  readonly made: (request: FastifyRequest) => boolean;
  /** The browser's address, where the console tells it; else the one that the connection has. */
  readonly addressOf: (request: FastifyRequest) => string;
  /** Whether the browser's own call came over HTTPS, by the console's word. */
  readonly isHttps: (request: FastifyRequest) => boolean;
};

/** Without a secret nobody is believed. */
export function consoleHop(secret: string | undefined): ConsoleHop {
  const right = secret === undefined ? null : digest(secret);
  const made = ({ headers }: FastifyRequest) => {
    const given = headers[HOP_HEADER];
    return right !== null && typeof given === "string" && timingSafeEqual(digest(given), right);
  };
  return {
    made,
    addressOf: (request) => {
      const told = made(request) ? lastOf(request.headers["x-forwarded-for"]) : undefined;
      return told !== undefined && isIP(told) ? told : request.ip;
    },
    isHttps: (request) => made(request) && lastOf(request.headers["x-forwarded-proto"]) === "https",
  };
}

/** The console appends; what stands before came from the browser. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return header?.toString().split(",").at(-1)?.trim();
}

const digest = (text: string) => createHash("sha256").update(text).digest();
