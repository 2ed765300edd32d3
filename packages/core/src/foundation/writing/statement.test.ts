import { expect, test } from "vitest";
import { columnsOf } from "./columns.ts";
import type { Form } from "./form.ts";
import { keyColumns } from "./key.sql.ts";
import { batchStatement } from "./statement.ts";

test("the texts of a statement are made when they are first needed, and once", () => {
  const made: Form[] = [];
  const statement = batchStatement("any", columnsOf(keyColumns), (form) => {
    made.push(form);
    return "\nseen as (select 1) select 1";
  });
  expect(made).toEqual([]);
  expect(statement.texts.plain.name).toBe("any_plain");
  expect(made).toHaveLength(5);
  // the texts for many calls are equal, so that no statement has to wait for shared rows
  expect(statement.canWaitForShared).toBe(false);
  expect(statement.texts.crowd).toBe(statement.texts.many);
  expect(made).toHaveLength(5);
});
