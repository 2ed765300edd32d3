import type { z } from "zod";
import type { ListedProcedure } from "../procedures.ts";
import { type JsonSchema, jsonSchemaOf } from "../wire/json-schema.ts";
import { bodies } from "./bodies.ts";
import { Components } from "./components.ts";
import { parametersOf, sharedParameters } from "./parameters.ts";
import { refusalsOf } from "./refusals.ts";
import { headers, responses, responsesOf } from "./responses.ts";
import { tagOf, tags } from "./tags.ts";

/** An OpenAPI 3.1 document, as JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** The version of the release, and where the API is served. */
export type Served = {
  readonly version: string;
  readonly server?: { readonly url: string };
};

const anyServer = {
  url: "https://{host}",
  variables: {
    host: { default: "stamps.example.com", description: "The host of your installation." },
  },
};

const securitySchemes = {
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
};

/** The documented interface as an OpenAPI 3.1 document, generated from the router's schemas. */
export function describeApi(
  procedures: readonly ListedProcedure[],
  { version, server }: Served,
): OpenApiDocument {
  const components = new Components(bodies);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const procedure of procedures) {
    const { rest } = procedure.meta;
    if (!rest) continue;
    const item: Record<string, unknown> = {};
    for (const method of rest.methods ?? ["POST"])
      item[method.toLowerCase()] = describeOperation(procedure, method, components);
    paths[rest.path] = item;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Stampbook",
      version,
      description:
        "A merchant's loyalty service: customers' credentials, sales, redemptions, bookings and diagnostics. Numbers are taken as JSON numbers or numeric strings; null counts as absent; unknown keys are ignored. Later versions may add keys to answers.",
      contact: { name: "Whoever runs this installation and gave you the token" },
    },
    servers: [server ?? anyServer],
    security: [{ bearer: [] }, { token: [] }],
    tags,
    paths,
    components: {
      securitySchemes,
      headers,
      parameters: sharedParameters,
      responses: responsesOf(paths),
      schemas: components.all(),
    },
  };
}

function describeOperation(procedure: ListedProcedure, method: string, components: Components) {
  const { name, meta, inputs, output } = procedure;
  const isGet = method === "GET";
  const hasBoth = (meta.rest?.methods?.length ?? 0) > 1;
  const schema = (each: z.ZodType, io: "input" | "output") =>
    components.refer(jsonSchemaOf(each, io));
  const [input] = inputs;
  const sent = input ? schema(input, "input") : { type: "object" };
  const whole = components.whole(sent);
  const parameters = parametersOf(procedure, whole, { isGet, components });
  return {
    operationId: `${meta.rest?.operationId}${isGet && hasBoth ? "ByQuery" : ""}`,
    tags: [tagOf(name)],
    summary: meta.summary,
    description: [describeScope(meta), describeRefusals(procedure)].filter(Boolean).join(" "),
    ...(meta.open ? { security: [] } : {}),
    // of several scopes one is enough
    ...(meta.scope ? { "x-scope": meta.scope } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isGet || meta.rest?.as === "page"
      ? {}
      : { requestBody: requestBodyOf(sent, whole, meta.example?.body) }),
    responses: responses(procedure, output ? schema(output, "output") : {}, meta.example?.answer),
  };
}

function requestBodyOf(schema: JsonSchema, { required }: JsonSchema, example: unknown) {
  return {
    required: Array.isArray(required) && required.length > 0,
    content: { "application/json": { schema, ...(example ? { example } : {}) } },
  };
}

/** The scope that a call needs, such as ``Scope: `members`.`` */
function describeScope({ open, scope }: ListedProcedure["meta"]): string {
  if (open) return "Needs no token.";
  return scope
    ? `Scope: ${[scope].flat().map(quoted).join(" or ")}.`
    : "Scope: any token may call.";
}

function describeRefusals(procedure: ListedProcedure): string {
  const rows = refusalsOf(procedure);
  const list = rows.map(({ code, fields }) =>
    fields.length ? `${quoted(code)} on ${fields.map(quoted).join(", ")}` : quoted(code),
  );
  return list.length ? `Refusals beside wrong input: ${list.join("; ")}.` : "";
}

const quoted = (field: string) => `\`${field}\``;
