type Period = { start_date: string | null; end_date: string | null };

/** Whether a period ends on or after its start. True if it has no start or no end. */
export const inOrder = ({ start_date: start, end_date: end }: Period) =>
  !start || !end || start <= end;

export const endsBeforeItStarts = { path: ["end_date"], error: "lies before start_date" };
