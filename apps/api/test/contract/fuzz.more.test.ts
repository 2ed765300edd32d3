import { fuzz } from "../fuzz/fuzz.ts";

// `pnpm --filter @stampbook/api fuzz -- --requests 100000` sends more
fuzz({ requests: Number(process.env.FUZZ_REQUESTS ?? 4_000), leastOfEach: 20 });
