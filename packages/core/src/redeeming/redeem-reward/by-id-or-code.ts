import { Failure, type FailureCode } from "../../failures.ts";

/** Functions that send the call with an id, or with a code. */
type Ways<Outcome> = {
  /** `isRecorded` says whether a refusal with this code is final, so that it is recorded. */
  readonly byId: (id: number, isRecorded: (code: string) => boolean) => Promise<Outcome>;
  readonly byCode: (code: string) => Promise<Outcome>;
};

/**
 * Redeems something that the caller names by its id or its code. A string is a code. A number is an id
 * first; if that is refused with `unknown`, the same digits are tried as a code. The refused call has
 * written nothing by then.
 */
export async function byIdOrCode<Outcome>(
  named: number | string,
  unknown: FailureCode,
  { byId, byCode }: Ways<Outcome>,
): Promise<Outcome> {
  if (typeof named === "string") return byCode(named);
  try {
    return await byId(named, (code) => code !== unknown);
  } catch (error) {
    if (!(error instanceof Failure) || error.refusal.code !== unknown) throw error;
    return byCode(String(named));
  }
}
