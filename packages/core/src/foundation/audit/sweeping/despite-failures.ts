/** After this many failures in a row the database is probably unavailable, so the work ends. */
const MOST_FAILURES = 3;

/** Runs a part of the work. Resolves also after a failure, unless too many parts have failed in a row. */
type Attempt = (part: () => Promise<unknown>) => Promise<void>;

/**
 * Runs work with independent parts, such as merchants or messages. A part that fails does not stop the others.
 * Throws the first failure at the end, or after `MOST_FAILURES` in a row.
 */
export async function despiteFailures<Result>(
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const failures: unknown[] = [];
  let inARow = 0;
  const result = await work(async (part) => {
    try {
      await part();
      inARow = 0;
    } catch (error) {
      failures.push(error);
      if (++inARow === MOST_FAILURES) throw failures[0];
    }
  });
  if (failures.length > 0) throw failures[0];
  return result;
}
