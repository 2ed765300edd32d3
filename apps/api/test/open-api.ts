import { documents } from "@stampbook/router/documents";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";

/** The parts of the OpenAPI document that the tests read. */
export type DocumentedOperation = {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly schema: JsonSchema } };
  };
  readonly responses: Readonly<Record<string, { content: Record<string, { schema: unknown }> }>>;
};
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

/** Each documented operation with a JSON body. */
export const documentedOperations = documentedPaths.flatMap((path) => {
  const operation = document.paths[path]?.post;
  return operation?.requestBody ? [{ path, name: operation.operationId, operation }] : [];
});

/** The input schema of an operation. */
export function inputOf({ requestBody }: DocumentedOperation): JsonSchema {
  return requestBody?.content["application/json"].schema ?? {};
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, "openapi");
const compiled = new Map<string, ValidateFunction>();

/** Fails if an answer of a path under `/api` differs from the document. */
export function expectDocumented(
  method: string,
  url: string,
  [status, body, headers]: readonly [number, unknown, Readonly<Record<string, unknown>>],
): void {
  const path = (url.split("?", 1)[0] ?? "").replace(/\/$/, "");
  if (!path.startsWith("/api/")) return;
  const item = document.paths[path];
  if (!item) {
    // the path is not served at all, or not over plain HTTP
    expect([403, 404], `${method} ${path} is served, but not documented`).toContain(status);
    return;
  }
  const verb = method.toLowerCase() in item ? method.toLowerCase() : "post";
  const type = String(headers["content-type"]).split(";", 1)[0] ?? "";
  const answer = item[verb]?.responses[status]?.content[type];
  expect(answer, `${method} ${path} answers ${status} ${type}, undocumented`).toBeDefined();
  // HEAD is answered wherever GET is, without a body
  if (method === "HEAD") return;
  const pointer = [path, verb, "responses", status, "content", type, "schema"].map(escaped);
  const $ref = `openapi#/paths/${pointer.join("/")}`;
  const validate = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, validate);
  const valid = validate(body);
  expect(
    valid ? [] : validate.errors,
    `${method} ${path} ${status} ${JSON.stringify(body)}`,
  ).toEqual([]);
}

const escaped = (part: string | number) =>
  encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
