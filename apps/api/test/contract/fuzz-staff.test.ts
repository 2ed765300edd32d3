import { fuzzStaff } from "../fuzz/fuzz-staff.ts";

fuzzStaff({ leastOfEach: 3 });
