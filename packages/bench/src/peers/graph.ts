/** A GraphQL interface, and the caller's token. */
export type Graph = { readonly port: number; readonly path: string; readonly token?: string };

export type Asked = {
  readonly data: Readonly<Record<string, unknown>>;
  /** The `id` of the result that the query names `made`. Empty if the answer has no such result. */
  readonly id: string;
  /** The token of the new session if this call began one, else the caller's token. */
  readonly token: string;
};

/** Makes one call. Throws if the answer contains an error. */
export async function ask({ port, path, token }: Graph, query: string): Promise<Asked> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await answer.json()) as {
    data: Readonly<Record<string, { readonly id?: string; readonly message?: string }>>;
    errors?: unknown;
  };
  if (errors || data.made?.message)
    throw new Error(`${query}: ${JSON.stringify(errors ?? data.made)}`);
  return {
    data,
    id: data.made?.id ?? "",
    token: answer.headers.get("vendure-auth-token") ?? token ?? "",
  };
}
