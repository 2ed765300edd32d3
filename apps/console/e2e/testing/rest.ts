import type { APIRequestContext } from "@playwright/test";

/** Posts to the REST API as a POS does: directly to the API's port, with or without a token. */
export function postRest(request: APIRequestContext, path: string, data: object, token?: string) {
  return request.post(`http://127.0.0.1:${process.env.E2E_API_PORT}/api/${path}`, {
    data,
    headers: token ? { authorization: `Token ${token}` } : {},
  });
}

/** Returns a random phone number, because one number may book only five times an hour. */
export function newPhone(): string {
  return `081${String(Math.random()).slice(2, 11)}`;
}
