/**
 * The setting of each connection that plans a statement once, for any values. By default PostgreSQL plans
 * its first five calls each for itself, which for a large statement takes longer than to run it. Tests
 * look at the plans that this makes.
 */
export const planOnce = { plan_cache_mode: "force_generic_plan" } as const;
