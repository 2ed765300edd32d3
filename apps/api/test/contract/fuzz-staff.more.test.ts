import { fuzzStaff } from "../fuzz/fuzz-staff.ts";

// `pnpm --filter @stampbook/api fuzz -- --requests 100000` sends more
fuzzStaff({ requests: Number(process.env.FUZZ_REQUESTS ?? 4_000) / 2, leastOfEach: 10 });
