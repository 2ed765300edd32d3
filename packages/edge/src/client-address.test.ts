import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";
import { trustOf } from "./trusted-proxies.ts";

describe("H1: the client's address", () => {
  const trusts = trustOf(["127.0.0.1", "10.0.0.0/24", "fd00::/8"]);

  it.each([
    ["a stranger's own, whatever it claims", "198.51.100.7", "203.0.113.1", "198.51.100.7"],
    [
      "a stranger's own, where it claims a proxy",
      "198.51.100.7",
      "6.6.6.6, 10.0.0.5",
      "198.51.100.7",
    ],
    ["a trusted proxy's where it says nothing", "127.0.0.1", undefined, "127.0.0.1"],
    ["what the trusted proxy appended", "127.0.0.1", "203.0.113.1", "203.0.113.1"],
    ["not what the client wrote before that", "127.0.0.1", "6.6.6.6, 203.0.113.1", "203.0.113.1"],
    ["the one before a second trusted proxy", "127.0.0.1", "203.0.113.1, 10.0.0.5", "203.0.113.1"],
    [
      "not behind a stranger among proxies",
      "127.0.0.1",
      "6.6.6.6, 203.0.113.1, 10.0.0.5",
      "203.0.113.1",
    ],
    ["the furthest where all are trusted", "127.0.0.1", "10.0.0.9, 10.0.0.5", "10.0.0.9"],
    ["the nearest that is one", "127.0.0.1", "203.0.113.1, unknown, 10.0.0.5", "10.0.0.5"],
    [
      "the same however a socket writes it",
      "::ffff:127.0.0.1",
      "::ffff:203.0.113.1",
      "203.0.113.1",
    ],
    ["an IPv6 one too", "fd00::1", "2001:db8::7", "2001:db8::7"],
    ["the same from several headers", "127.0.0.1", ["6.6.6.6", "203.0.113.1"], "203.0.113.1"],
  ])("is %s", (_of, peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, trusts)).toBe(address);
  });

  it("is the peer's where nobody is trusted", () => {
    expect(clientAddress("127.0.0.1", "203.0.113.1", trustOf([]))).toBe("127.0.0.1");
  });
});
