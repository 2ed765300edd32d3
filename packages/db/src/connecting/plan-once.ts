/**
 * Makes a connection plan each statement once, for all values. By default PostgreSQL plans each of the first
 * five executions separately, which for a large statement takes longer than running it. Tests check the
 * resulting plans.
 */
export const planOnce = { plan_cache_mode: "force_generic_plan" } as const;
