import { Failure, type FailureCode } from "../../../foundation/failures.ts";

/** Functions that send the call, with an id or with a code. `byId` does not record the refusal `unknown`. */
type Ways<Outcome> = {
  readonly byId: (id: number) => Promise<Outcome>;
  readonly byCode: (code: string) => Promise<Outcome>;
};

/**
 * Redeems a reward or a voucher that the caller names by its id or its code. A string is a code. A number is
 * first sent as an id. If the id is refused with `unknown`, the same digits are sent as a code. The refused
 * call has written nothing.
 */
export async function byIdOrCode<Outcome>(
  named: number | string,
  unknown: FailureCode,
  { byId, byCode }: Ways<Outcome>,
): Promise<Outcome> {
  if (typeof named === "string") return byCode(named);
  try {
    return await byId(named);
  } catch (error) {
    if (!(error instanceof Failure) || error.refusal.code !== unknown) throw error;
    return byCode(String(named));
  }
}
