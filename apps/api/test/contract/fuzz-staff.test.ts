import { createTestDatabase } from "@stampbook/db/testing";
import { fuzzStaff } from "../fuzz/fuzz-staff.ts";

fuzzStaff(() => createTestDatabase(), 0.5);
