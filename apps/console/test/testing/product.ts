import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A folder with an unpacked release, `stampbook`, and a `node` that every user may run. */
const packed = process.env.STAMPBOOK_PACKED;

/**
 * What the tests start: the build in this checkout, or an unpacked release, which root starts as an ordinary
 * user.
 */
export const product = packed
  ? {
      root: join(packed, "stampbook"),
      node: join(packed, "node"),
      user: process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {},
    }
  : {
      root: fileURLToPath(new URL("../../../..", import.meta.url)),
      node: process.execPath,
      user: {},
    };
