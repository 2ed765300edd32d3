import { expect, it } from "vitest";
import { isNetwork, trustOf } from "./trusted-proxies.ts";

it.each([
  ["10.0.0.1", true],
  ["10.0.0.2", false],
  ["::ffff:10.0.0.1", true],
  ["::FFFF:10.0.0.1", true],
  ["192.168.7.9", true],
  ["192.169.0.1", false],
  ["::1", true],
  ["fd12::9", true],
  ["fe80::1", false],
  [undefined, false],
  ["", false],
  ["unknown", false],
])("%s is trusted: %s", (address, trusted) => {
  const trusts = trustOf(["10.0.0.1", "192.168.0.0/16", "::1", "fd00::/8"]);
  expect(trusts(address)).toBe(trusted);
});

it("trusts nobody where nobody is named", () => {
  expect(trustOf([])("127.0.0.1")).toBe(false);
});

it.each([
  ["10.0.0.1", true],
  ["10.0.0.0/8", true],
  ["fd00::/8", true],
  ["10.0.0.0/33", false],
  ["10.0.0.0/8/8", false],
  ["10.0.0.0/", false],
  ["proxy.example", false],
  ["", false],
])("%s is a network: %s", (text, is) => {
  expect(isNetwork(text)).toBe(is);
});
