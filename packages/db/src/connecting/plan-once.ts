/**
 * Makes PostgreSQL plan each statement once per connection, as a generic plan. By default PostgreSQL plans
 * each of the first five executions separately. Planning a large statement takes longer than running it.
 * Tests check the generic plans.
 */
export const planOnce = { plan_cache_mode: "force_generic_plan" } as const;
