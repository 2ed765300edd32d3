import { createEmbeddedTestDatabase } from "@stampbook/db/testing";
import { fuzz } from "../fuzz/fuzz.ts";

// sends a tenth of the requests, because PGlite is many times slower than a PostgreSQL server
fuzz("PGlite", () => createEmbeddedTestDatabase(), 0.1);
