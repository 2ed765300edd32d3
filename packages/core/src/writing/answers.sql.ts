/**
 * The SELECT at the end of a statement: a call's outcome from the CTE `done`, or else what its rules look at.
 * `parts` gives the latter, as arguments of `json_build_object` over `b`, a row of the CTE `seen`.
 */
export const answers = (seen: string, done: string, parts: string) => `
select b.n, case when d.n is null then json_build_object(${parts}) end as seen, d.outcome as done
from ${seen} b left join ${done} d on d.n = b.n`;
