import { createEmbeddedTestDatabase } from "@stampbook/db/testing";
import { fuzz } from "../fuzz/fuzz.ts";

// PGlite runs in this process and is many times slower than a PostgreSQL server
fuzz("PGlite", () => createEmbeddedTestDatabase(), 0.1);
