/** When a database last answered, and how long calls have failed since then. Times are in milliseconds. */
export type AnswerTimes = {
  /** Time since the database's last answer, which may be a statement's error; null before the first. */
  readonly sinceAnswerMs: number | null;
  /** Time from the start of the first work that failed since then to the last failure; 0 without failures. */
  readonly failingForMs: number;
};

/** Records the answers of a database and the failures to get one. */
export function createAnswers() {
  let lastAnswer: number | null = null;
  let failing: { readonly first: number; last: number } | null = null;

  function noteAnswer(): void {
    lastAnswer = performance.now();
    failing = null;
  }

  /** Records that work failed. `began` is the time at which the work started, from `performance.now()`. */
  function noteFailure(began: number): void {
    failing ??= { first: began, last: began };
    failing.last = performance.now();
  }

  const times = (): AnswerTimes => ({
    sinceAnswerMs: lastAnswer === null ? null : performance.now() - lastAnswer,
    failingForMs: failing ? failing.last - failing.first : 0,
  });

  return { noteAnswer, noteFailure, times };
}
