/**
 * Makes PostgreSQL plan each statement once per connection, as a generic plan. By default PostgreSQL plans
 * each of the first five executions separately. Planning a large statement takes longer than running it. A
 * generic plan can be worse than a plan for the actual values, so tests check the generic plans.
 */
export const planOnce = { plan_cache_mode: "force_generic_plan" } as const;
