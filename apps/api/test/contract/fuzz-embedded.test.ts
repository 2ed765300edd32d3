import { createEmbeddedTestDatabase } from "@stampbook/db/testing";
import { fuzz } from "../fuzz/fuzz.ts";

fuzz("PGlite", () => createEmbeddedTestDatabase());
