/**
 * The current time: the start of the statement plus `$2`, an offset in milliseconds. It is not
 * `clock_timestamp()`, because an UPDATE of a distributed (Citus) table allows no volatile function.
 */
export const now = "statement_timestamp() + $2 * interval '1 millisecond'";
