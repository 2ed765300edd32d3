import { BlockList, isIPv6 } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { plain } from "./replies.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answers over plain HTTP too, whatever the settings say. */
    plainHttp?: boolean;
  }
}

/** Whether an address belongs to a proxy whose word is believed. */
export type TrustsAddress = (address: string | undefined) => boolean;

/** Of addresses and CIDRs. An IPv4 address counts as itself also where the socket writes it as IPv6. */
export function trustOf(networks: readonly string[]): TrustsAddress {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    if (!address) return false;
    const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, "");
    return trusted.check(plain, familyOf(plain));
  };
}

function familyOf(address: string) {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

/**
 * Answers a call that came over plain HTTP where HTTPS is required, and says whether it did. Routes
 * whose config has `plainHttp` are open to both, and so is what nobody serves outside of these.
 */
export function gate(requireHttps: boolean) {
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!requireHttps || request.protocol === "https") return false;
    if (request.is404 ? !isCovered(request.url) : request.routeOptions.config.plainHttp)
      return false;
    reply.code(403).send(plain(403, "Please use https instead of http").body);
    return true;
  };
}

const covered: readonly string[] = ["api", "trpc", "docs", "openapi.json", "staff-auth"];

/** Whether a path lies where HTTPS is asked for, however its letters are written. */
function isCovered(url: string): boolean {
  const [, first = ""] = url.split(/[/?#]/, 2);
  try {
    return covered.includes(decodeURIComponent(first));
  } catch {
    return covered.includes(first);
  }
}
