import { fuzzStaff } from "../fuzz/fuzz-staff.ts";

fuzzStaff(0.5);
