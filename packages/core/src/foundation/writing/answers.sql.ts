/**
 * Returns the SELECT that ends a statement. Column `done` is a call's outcome; null if the call was not done.
 * Column `seen` is what was seen; null if the call was done. `parts` makes that data: arguments of
 * `json_build_object` over `b`, a row of the CTE `seen`. The CTE `done` has the outcomes.
 */
export const answers = (parts: string) => `
select b.n, case when d.n is null then json_build_object(${parts}) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n`;
