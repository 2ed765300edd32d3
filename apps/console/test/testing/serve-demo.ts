// Starts the demo as `npm start` runs it in a new checkout, on an empty data directory.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runUntilStopped } from "../../e2e/testing/up.ts";

const STAMPBOOK_DATA = mkdtempSync(join(tmpdir(), "stampbook-demo-"));
const code = await runUntilStopped({ ...process.env, STAMPBOOK_DATA });
rmSync(STAMPBOOK_DATA, { recursive: true, force: true });
process.exit(code);
