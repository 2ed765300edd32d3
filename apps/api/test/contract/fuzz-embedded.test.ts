import { createEmbeddedTestDatabase } from "@stampbook/db/testing";
import { fuzz } from "../fuzz/fuzz.ts";

// it answers in the process itself, many times slower than a server beside it
fuzz("PGlite", () => createEmbeddedTestDatabase(), 0.1);
