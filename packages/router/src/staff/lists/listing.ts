import type { CoreContext } from "@stampbook/core/context";
import type { Page, Place } from "@stampbook/core/paging";
import type { z } from "zod";
import { type deskProcedure, staffProcedure } from "../../trpc.ts";
import { type Columns, CsvPart, screenWords, showCsv } from "./csv.ts";
import { PageOf, showPage } from "./paging.ts";

/** The fields of a list's input: its filters, and the paging of `paging.ts`. */
type Fields = z.ZodRawShape & { readonly cursor: z.ZodType<Place | null> };
type Procedure = ReturnType<typeof deskProcedure>;
type Words = { readonly words: z.output<typeof screenWords> };
type Asked<Shape extends Fields> = Omit<z.output<z.ZodObject<Shape>>, "cursor"> & {
  readonly after: Place | null;
};

type File<Shape extends Fields, Row> = {
  readonly input: z.ZodObject<Shape>;
  readonly read: (desk: CoreContext, asked: Asked<Shape>) => Promise<Page<Row>>;
  readonly columns: Columns<Row>;
};

/** Makes a procedure that returns a page of a list as a part of a CSV file, for managers by default. */
export const csvOf = <Shape extends Fields, Row>(
  { input, read, columns }: File<Shape, Row>,
  procedure: Procedure = staffProcedure("manager"),
) =>
  procedure
    .input(input.extend({ words: screenWords }))
    .output(CsvPart)
    .query(async ({ ctx: { desk }, input: asked }) => {
      const { cursor, words, ...rest } = asked as { readonly cursor: Place | null } & Words;
      const page = await read(desk, { ...rest, after: cursor } as Asked<Shape>);
      return showCsv(desk, page, { cursor, words }, columns);
    });

/** Makes the procedures of a list: a page of it, and the same page as a part of a CSV file. */
export const listing = <Shape extends Fields, Row extends z.input<Item>, Item extends z.ZodType>(
  procedure: Procedure,
  { item, ...file }: File<Shape, Row> & { readonly item: Item },
) => ({
  list: procedure
    .input(file.input)
    .output(PageOf(item))
    .query(async ({ ctx: { desk }, input }) => {
      const { cursor, ...rest } = input as { readonly cursor: Place | null };
      return showPage(await file.read(desk, { ...rest, after: cursor } as Asked<Shape>));
    }),
  csv: csvOf(file),
});
