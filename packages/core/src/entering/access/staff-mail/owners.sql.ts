import { json, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, ne, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import type { Told } from "./owner-mail.rules.ts";

const { merchants, staffMembers: members, staffUsers: users } = schema;

const isMembers = eq(users.id, members.userId);

const told = read(
  "owners_to_tell",
  (p: Parameters<{ readonly except: string }>) =>
    rowsOf(merchants, { where: [] }).one({
      merchant: json({
        name: merchants.name,
        country: merchants.country,
        timezone: merchants.timezone,
      }),
      owners: rowsOf(members, {
        where: [eq(members.role, sql`'owner'`), ne(members.userId, p("except"))],
      })
        .join(users, isMembers)
        .value(
          sql<readonly string[]>`coalesce(json_agg(${users.email} order by ${users.email}), '[]')`,
        ),
      person: rowsOf(members, { where: [eq(members.userId, p("except"))] })
        .join(users, isMembers)
        .value(sql<string | null>`to_json(max(${users.email}))`),
    }) as SQL<Told>,
);

/** Reads the addresses of the merchant's owners except one person, and the address of that person. */
export function selectTold(
  { db, caller }: Pick<CoreContext, "db" | "caller">,
  except: string,
): Promise<Told> {
  return run(db, told, { merchantId: caller.merchant.id, except });
}
