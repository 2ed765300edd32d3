type Search = { readonly model: string; readonly join?: { readonly account?: unknown } };
type Find = (search: object) => Promise<unknown>;

/**
 * Makes better-auth read accounts for unknown addresses too. Then a sign-in runs the same statements
 * for known and unknown addresses, and its timing does not distinguish them.
 */
export function readAccountsOfNobody<Adapter extends object>(adapter: Adapter): Adapter {
  const { findOne, findMany } = adapter as Adapter & { readonly findOne: Find; findMany: Find };
  return Object.assign(adapter, {
    findOne: async (search: Search) => {
      const row = await findOne(search);
      if (row === null && search.model === "user" && search.join?.account)
        await findMany({ model: "account", where: [{ field: "userId", value: "" }] });
      return row;
    },
  });
}
