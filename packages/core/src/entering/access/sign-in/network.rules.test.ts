import { describe, expect, test } from "vitest";
import { networkOf } from "./network.rules.ts";

describe("whose calls count together", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["::1", "0:0:0:0"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["2001:db8:1::", "2001:db8:1:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["64:ff9b::203.0.113.7", "64:ff9b:0:0"],
    ["1:2:3:4:5:6:203.0.113.7", "1:2:3:4"],
    ["unknown", "unknown"],
    ["", ""],
  ])("%s is %s", (address, network) => expect(networkOf(address)).toBe(network));
});
