import { createSecrets } from "@stampbook/core/secrets";
import { serve } from "./http.ts";

// The baseline for pin/validate: only hashes PINs. `createSecrets` limits the hashes at once, as it does in
// the service, and `AT_ONCE` loops keep its queue busy. A call hashes for the given number of seconds and
// returns how many hashes it made.

const AT_ONCE = 32;
const owner = { merchantId: 1, customerId: 1 };
const secrets = createSecrets({ current: "a key of nobody, long enough for this", old: [] });
const verifier = await secrets.hashPin(owner, "482915");

serve(async (_request, body) => {
  const { seconds } = body as { seconds: number };
  const from = performance.now();
  let calls = 0;
  const verify = async () => {
    while (performance.now() - from < seconds * 1_000) {
      if (!(await secrets.verifyPin(verifier, owner, "482915"))) throw new Error("not verified");
      calls++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, verify));
  return { status: 200, body: { calls, seconds: (performance.now() - from) / 1_000 } };
});
