import { z } from "zod";
import type { ListedProcedure } from "../procedures.ts";
import { refusalsOf } from "./refusals.ts";
import { responses, sharedSchemas } from "./responses.ts";

/** An OpenAPI 3.1 document, as JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** Where the API is served. */
export type ApiServer = { readonly url: string; readonly variables?: object };

const anyServer: ApiServer = {
  url: "https://{host}",
  variables: {
    host: { default: "stamps.example.com", description: "The host of your installation." },
  },
};

/** The documented interface as an OpenAPI 3.1 document, generated from the router's schemas. */
export function describeApi(
  procedures: readonly ListedProcedure[],
  server: ApiServer = anyServer,
): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const procedure of procedures) {
    const { rest } = procedure.meta;
    if (!rest) continue;
    const item: Record<string, unknown> = {};
    for (const method of rest.methods ?? ["POST"])
      item[method.toLowerCase()] = describeOperation(procedure, method);
    paths[rest.path] = item;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Stampbook",
      version: "1",
      description:
        "A merchant's loyalty service: customers' credentials, sales, redemptions, bookings and diagnostics. Numbers are taken as JSON numbers or numeric strings; null counts as absent; unknown keys are ignored.",
    },
    servers: [server],
    tags: [...new Set(Object.keys(paths).map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The header is `Authorization: Bearer <token>`.",
        },
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description:
            "The same token. The value of the header is `Token <token>`, with the word in front.",
        },
      },
      schemas: sharedSchemas,
    },
  };
}

function describeOperation(procedure: ListedProcedure, method: string) {
  const { name, meta, output } = procedure;
  const isPage = meta.rest?.as === "page";
  const { example } = meta;
  return {
    operationId: method === "POST" ? name : `${name}.${method.toLowerCase()}`,
    tags: [tagOf(meta.rest?.path ?? "")],
    summary: meta.summary,
    description: describeRefusals(procedure),
    security: meta.open ? [] : [{ bearer: [] }, { token: [] }],
    // of several scopes one is enough
    ...(meta.scope ? { "x-scope": meta.scope } : {}),
    ...parametersOf(procedure, method),
    ...(isPage || method === "GET" ? {} : { requestBody: requestBodyOf(procedure) }),
    responses: responses(procedure, output ? schemaOf(output, "output") : {}, example?.answer),
  };
}

/** The parameters outside the body: those of the path, those of a GET's query, and `Idempotency-Key`. */
function parametersOf({ meta, inputs }: ListedProcedure, method: string) {
  const [input] = inputs;
  const { properties = {}, required = [] }: ObjectSchema = input ? schemaOf(input, "input") : {};
  const ofQuery = method === "GET" ? Object.entries(properties) : [];
  const parameters = [
    ...Object.entries(properties).flatMap(([name, schema]) =>
      meta.rest?.path.includes(`{${name}}`)
        ? [{ name, in: "path", required: true, schema: { ...schema, type: "string" } }]
        : [],
    ),
    ...ofQuery.flatMap(([name, schema]) =>
      hasLines(schema) || meta.rest?.path.includes(`{${name}}`)
        ? []
        : [
            {
              name,
              in: "query",
              required: required.includes(name),
              schema,
              // a repeated value is the name once for each
              ...(schema.items ? { style: "form", explode: true } : {}),
            },
          ],
    ),
    ...(meta.idempotent ? [idempotencyKey] : []),
  ];
  return parameters.length ? { parameters } : {};
}

/** Whether a parameter is a list of objects, which a query cannot carry. */
function hasLines({ items }: Readonly<Record<string, unknown>>): boolean {
  return typeof items === "object" && items !== null && "properties" in items;
}

type ObjectSchema = {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
};

function requestBodyOf({ meta, inputs }: ListedProcedure) {
  const [input] = inputs;
  const schema = input ? schemaOf(input, "input") : { type: "object" };
  const { example } = meta;
  return {
    required: Array.isArray(schema.required) && schema.required.length > 0,
    content: {
      "application/json": { schema, ...(example ? { example: example.body } : {}) },
    },
  };
}

function describeRefusals(procedure: ListedProcedure): string {
  const rows = refusalsOf(procedure);
  const list = rows.map(({ code, fields }) =>
    fields.length ? `\`${code}\` on ${fields.map(quoted).join(", ")}` : `\`${code}\``,
  );
  return list.length ? `Refusals beside wrong input: ${list.join("; ")}.` : "";
}

const quoted = (field: string) => `\`${field}\``;

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes the call safe to repeat: for 7 days a retry with the key is answered as the first call was, with `Idempotency-Replayed: true`.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7E]+$" },
};

/** A zod schema as JSON Schema, without the bounds of safe integers that zod adds to whole numbers. */
export function schemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.format === "date") delete jsonSchema.pattern;
    },
  });
  return plain;
}

function tagOf(path: string): string {
  if (path.includes("transactions")) return "Transactions";
  if (path.includes("redemptions") || path.includes("vouchers")) return "Redemptions";
  if (path.includes("bookings")) return "Bookings";
  if (path.includes("memberships") || path.includes("expiration-journals")) return "Members";
  if (path.includes("stamps")) return "Stamps";
  if (/rewards|promo-codes|payment-method/.test(path)) return "Catalog";
  return /\/(auth|pin)\//.test(path) ? "Credentials" : "Diagnostics";
}
