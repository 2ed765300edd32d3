import { isStorable } from "@stampbook/core/storable";
import { appRouter, listProcedures } from "@stampbook/router";
import { documents } from "@stampbook/router/documents";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";

/** The parts of an operation in the OpenAPI document that the tests read. */
export type DocumentedOperation = {
  readonly parameters?: readonly (
    | { readonly $ref: string }
    | {
        readonly $ref?: undefined;
        readonly name: string;
        readonly required: boolean;
        readonly schema: JsonSchema;
      }
  )[];
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly schema: JsonSchema } };
  };
  readonly responses: Readonly<Record<string, { readonly $ref: string } | Response>>;
};
type Response = { readonly $ref?: undefined; readonly content?: Readonly<Record<string, unknown>> };
export type JsonSchema = {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly [key: string]: unknown;
};
type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
};

const document: OpenApi = JSON.parse(documents()["openapi.json"]);

export const documentedPaths = Object.keys(document.paths);

const nameOf = new Map(listProcedures(appRouter).map(({ name, meta }) => [meta.rest?.path, name]));

/**
 * Each documented operation that takes input, by its procedure's name, with its method: POST if it has a body,
 * else GET.
 */
export const documentedOperations = documentedPaths.flatMap((path) => {
  const { post, get } = document.paths[path] ?? {};
  const name = nameOf.get(path as `/api/${string}`) ?? "";
  if (post?.requestBody) return [{ path, method: "POST", name, operation: post }];
  // an operation with GET and POST but without a body has no input: skipped
  return get && !post ? [{ path, method: "GET", name, operation: get }] : [];
});

/** Whether the documented operation at a path takes GET alone. */
export function isGet(path: string): boolean {
  return documentedOperations.some((each) => each.path === path && each.method === "GET");
}

/** The input schema of an operation, in one piece: a number that may be a text is one schema of two types. */
export function inputOf({ requestBody, parameters = [] }: DocumentedOperation): JsonSchema {
  if (requestBody) return whole(requestBody.content["application/json"].schema);
  const named = parameters.flatMap((each) => (each.$ref === undefined ? [each] : []));
  return {
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, whole(schema)])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  };
}

function whole({ $ref, anyOf, ...schema }: JsonSchema): JsonSchema {
  if (typeof $ref === "string") return { ...whole(componentAt<JsonSchema>($ref)), ...schema };
  const { properties = {}, items } = schema;
  const branches = Array.isArray(anyOf) ? (anyOf as JsonSchema[]).map(whole) : [];
  const types = branches.map(({ type }) => type);
  return {
    ...Object.assign({}, ...branches),
    ...schema,
    ...(branches.length ? { type: types } : {}),
    ...(items ? { items: whole(items) } : {}),
    ...(schema.properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([n, s]) => [n, whole(s)])),
        }
      : {}),
  };
}

/** What a reference of the document leads to. */
const componentAt = <Component>($ref: string) =>
  $ref
    .split("/")
    .slice(1)
    .reduce<unknown>((at, key) => Object(at)[key], document) as Component;

/** The documented path behind an address: `/api/rewards/{reward_code}` behind `/api/rewards/MI0017`. */
export function documentedPath(url: string): string {
  const path = (url.split("?", 1)[0] ?? "").replace(/\/$/, "");
  if (document.paths[path]) return path;
  const parts = path.split("/");
  const isLike = (each: string) => {
    const own = each.split("/");
    return own.length === parts.length && own.every((one, n) => one === parts[n] || one[0] === "{");
  };
  return documentedPaths.find(isLike) ?? path;
}

/**
 * The path with its parts in braces filled from the body. A part becomes `-` if its value is missing or
 * cannot be in an address.
 */
export function pathFor(path: string, body: string): string {
  return path.includes("{") ? fillPath(path, objectOf(body)) : path;
}

export function fillPath(path: string, input: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
    // the parts `.` and `..` are removed from an address
    const isPart = isStorable(text) && !["", ".", ".."].includes(text);
    return isPart ? encodeURIComponent(text) : "-";
  });
}

function objectOf(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

/**
 * A call of an operation with this input. A GET carries plain values in its path and query, and the rest
 * in a JSON body.
 */
export function callOf(
  { path, method }: { readonly path: string; readonly method: string },
  input: Readonly<Record<string, unknown>>,
): { readonly method: string; readonly path: string; readonly payload?: string } {
  if (method !== "GET") return { method, path, payload: JSON.stringify(input) };
  const isPlain = ([, value]: [string, unknown]) =>
    typeof value !== "object" && value !== undefined;
  const entries = Object.entries(input);
  const inPath = (name: string) => path.includes(`{${name}}`);
  const query = new URLSearchParams(
    entries
      .filter((each) => isPlain(each) && !inPath(each[0]))
      .map(([name, value]): [string, string] => [name, `${value}`]),
  );
  const rest = Object.fromEntries(entries.filter((each) => !isPlain(each)));
  return {
    method,
    path: `${fillPath(path, input)}${query.size ? `?${query}` : ""}`,
    ...(Object.keys(rest).length ? { payload: JSON.stringify(rest) } : {}),
  };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
// clients accept further keys, but no answer may have one that is not documented
ajv.addSchema(closed(document) as object, "openapi");
const compiled = new Map<string, ValidateFunction>();

/** Fails if an answer of a path under `/api` differs from the document. */
export function expectDocumented(
  method: string,
  url: string,
  [status, body, headers]: readonly [number, unknown, Readonly<Record<string, unknown>>],
): void {
  const path = documentedPath(url);
  if (!path.startsWith("/api/")) return;
  const item = document.paths[path];
  if (!item) {
    // the path is not served at all, or not over plain HTTP
    expect([403, 404], `${method} ${path} is served, but not documented`).toContain(status);
    return;
  }
  const verb = method.toLowerCase() in item ? method.toLowerCase() : "post";
  const type = String(headers["content-type"]).split(";", 1)[0] ?? "";
  const response = item[verb]?.responses[status];
  const place = response?.$ref?.split("/").slice(1) ?? [
    "paths",
    path,
    verb,
    "responses",
    `${status}`,
  ];
  const answered = response?.$ref ? componentAt<Response>(response.$ref) : response;
  const answer = (answered as Response | undefined)?.content?.[type];
  expect(answer, `${method} ${path} answers ${status} ${type}, undocumented`).toBeDefined();
  // each path with GET also answers HEAD, without a body
  if (method === "HEAD") return;
  const $ref = `openapi#/${[...place, "content", type, "schema"].map(escaped).join("/")}`;
  const validate = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, validate);
  const valid = validate(body);
  expect(
    valid ? [] : validate.errors,
    `${method} ${path} ${status} ${JSON.stringify(body)}`,
  ).toEqual([]);
}

/** The document, in which each object has only the keys that it names. Parts of an `allOf` stay open. */
function closed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    ["allOf", "example"].includes(key) ? each : closed(each),
  ]);
  const isClosed = "properties" in value && "type" in value && value.type === "object";
  return { ...(isClosed ? { additionalProperties: false } : {}), ...Object.fromEntries(entries) };
}

const escaped = (part: string | number) =>
  encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
