import { createTestDatabase, openClient } from "@stampbook/db/testing";

/** A unique index or a check of the database. */
export type Constraint = {
  readonly table: string;
  readonly name: string;
  /** SQL that drops the constraint. A unique index is replaced by an index that is not unique. */
  readonly drop: string;
};

/** Returns the tables to which a statement's text writes. */
export function tablesWritten(text: string): readonly string[] {
  const found = text.matchAll(/\b(?:insert into|(?<!no key )update(?! set| skip)) ([a-z_]+)/g);
  return [...new Set([...found].flatMap(([, table]) => table ?? []))].sort();
}

/** Reads the unique indexes and the checks of tables from a migrated database. */
export async function constraintsOf(tables: readonly string[]): Promise<readonly Constraint[]> {
  const open = await createTestDatabase();
  const sql = openClient(open.url);
  try {
    const indexes = await sql`select c.relname as table, i.relname as name,
        pg_get_indexdef(i.oid) as definition, k.oid is not null as is_constraint
      from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      left join pg_constraint k on k.conindid = i.oid and k.contype in ('p', 'u')
      where x.indisunique and c.relname = any (${[...tables]}) order by 1, 2`;
    const checks = await sql`select c.relname as table, k.conname as name
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'c' and c.relname = any (${[...tables]}) order by 1, 2`;
    return [...indexes, ...checks].map(({ table, name, definition, is_constraint }) => {
      const isIndex = definition !== undefined && !is_constraint;
      const drop = isIndex
        ? `drop index "${name}"`
        : `alter table "${table}" drop constraint "${name}" cascade`;
      const instead = definition?.replace("CREATE UNIQUE INDEX", "CREATE INDEX") ?? "";
      return { table, name, drop: `${drop}; ${instead}` };
    });
  } finally {
    await sql.end();
    await open.close();
  }
}
