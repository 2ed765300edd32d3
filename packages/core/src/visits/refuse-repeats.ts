import type { CoreContext } from "../context.ts";
import { Failure, type Refusal } from "../failures.ts";

/**
 * Does a part of a visit. Throws `refusal` if an earlier call has already done it under the invoice
 * number: the visit would then be charged twice for what it redeems.
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
