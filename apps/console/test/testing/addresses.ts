import { type IncomingHttpHeaders, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";

export type Seen = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

type Call = {
  /** The address from which the connection comes. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, with POST. */
  readonly data?: object;
};

/** Sends a call over a new connection, from the local address `from`. Accepts any certificate. */
export function call(url: string, { from, headers = {}, data }: Call = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? tlsRequest : plainRequest;
    const request = send(url, {
      method: data ? "POST" : "GET",
      headers: data ? { "content-type": "application/json", ...headers } : headers,
      agent: false,
      rejectUnauthorized: false,
      ...(from ? { localAddress: from } : {}),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part) => {
        body += part;
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    request.end(data && JSON.stringify(data));
  });
}

let tries = 0;

/** Tries to sign in as an unknown person; resolves with the status. */
export async function trySignIn(baseURL: string, from: string, headers = {}): Promise<number> {
  const data = {
    email: `nobody-${process.pid}-${++tries}@example.com`,
    password: "not theirs at all",
  };
  const url = `${baseURL}/staff-auth/sign-in/email`;
  return (await call(url, { from, data, headers: { origin: baseURL, ...headers } })).status;
}

/** Tries to sign in 22 times, more than an address may in a minute. Resolves with the statuses. */
export async function trySignIns(
  baseURL: string,
  from: string,
  headersOf: (number: number) => object,
) {
  const statuses: number[] = [];
  for (let number = 1; number <= 22; number++)
    statuses.push(await trySignIn(baseURL, from, headersOf(number)));
  return statuses;
}

/**
 * The statuses of `trySignIns`: the passwords of 20 tries are checked (401), and the last two tries are
 * refused (429).
 */
export const limited = [...Array<number>(20).fill(401), 429, 429];
