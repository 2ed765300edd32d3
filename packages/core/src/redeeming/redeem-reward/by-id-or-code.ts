import { Failure, type FailureCode } from "../../failures.ts";

/** How a call is sent by an id, and by a code. */
type Ways<Outcome> = {
  /** `isRecorded` says whether a refusal with this code is final, so that it is recorded. */
  readonly byId: (id: number, isRecorded: (code: string) => boolean) => Promise<Outcome>;
  readonly byCode: (code: string) => Promise<Outcome>;
};

/**
 * Sends a call by an id. If there is no such row, refused with `unknown`, the same digits are a code. A
 * string is a code only. The first call writes nothing where the second one is sent.
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
