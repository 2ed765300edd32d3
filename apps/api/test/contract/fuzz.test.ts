import { createTestDatabase } from "@stampbook/db/testing";
import { fuzz } from "../fuzz/fuzz.ts";

fuzz("PostgreSQL", () => createTestDatabase(), 0.4);
