import type { CoreContext } from "../../foundation/context.ts";
import { Failure, type Refusal } from "../../foundation/failures.ts";

/**
 * Runs a part of a visit. Throws `refusal` if an earlier call has already done this part under the same
 * invoice number. If the visit went on, its other parts could charge the customer twice.
 */
export async function refuseRepeats<Result>(
  ctx: CoreContext,
  work: (ctx: CoreContext) => Promise<Result>,
  refusal: (result: Result) => Refusal,
): Promise<Result> {
  let isRepeat = false;
  const result = await work({
    ...ctx,
    onReplay: () => {
      isRepeat = true;
    },
  });
  if (isRepeat) throw new Failure(refusal(result));
  return result;
}
