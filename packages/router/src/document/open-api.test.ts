import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../wire/json-schema.ts";
import { mapSchemas } from "./components.ts";
import { documents } from "./documents.ts";

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly style?: string;
  readonly explode?: boolean;
  readonly example?: unknown;
};
type Content = {
  readonly "application/json"?: { readonly schema: JsonSchema; readonly example?: unknown };
};
type Operation = {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly "x-scope"?: string | readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

const text = documents()["openapi.json"];
const document = JSON.parse(text);
const schemas: Readonly<Record<string, JsonSchema>> = document.components.schemas;
const operations = Object.entries(
  document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const gets = operations.filter(({ method, path }) => method === "get" && !/[45]00$/.test(path));

type Place = { readonly at: string; readonly schema: JsonSchema };

/** A schema, and all schemas in it. */
function within({ at, schema }: Place): Place[] {
  const inner: Place[] = [];
  mapSchemas(schema, (each) => {
    const names = Object.entries(schema.properties ?? {});
    const name = names.find(([, property]) => property === each)?.[0];
    inner.push(...within({ at: name ? `${at}.${name}` : at, schema: each }));
    return each;
  });
  return [{ at, schema }, ...inner];
}

/** All schemas of the document, with their places. */
const everywhere = [
  ...Object.entries(schemas).map(([at, schema]) => ({ at, schema })),
  ...operations.flatMap(({ operation: { operationId, parameters = [], ...operation } }) => [
    ...parameters.flatMap(({ name, schema }) =>
      schema ? [{ at: `${operationId}?${name}`, schema }] : [],
    ),
    ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((part) => {
      const schema = part?.content?.["application/json"]?.schema;
      return schema ? [{ at: operationId, schema }] : [];
    }),
  ]),
].flatMap(within);

const referred = ({ $ref }: JsonSchema): JsonSchema | undefined =>
  typeof $ref === "string" ? schemas[$ref.split("/").at(-1) ?? ""] : undefined;

/** Components that say how a value is written, and not what it means. */
const forms = ["Id", "Code", "IdOrCode", "Flag", "Amount", "SaleAmount", "AmountLess"]
  .concat(["Quantity", "QuantityLess"])
  .map((name) => schemas[name]);

/** Whether a schema is described where it stands, or as the component that it is, or as a component or null. */
function isDescribed(schema: JsonSchema): boolean {
  const component = referred(schema);
  const branches = (schema.anyOf ?? []) as readonly JsonSchema[];
  return (
    schema.description !== undefined ||
    (component?.description !== undefined && !forms.includes(component)) ||
    branches.some((each) => each.$ref !== undefined && isDescribed(each))
  );
}

it("1: describes every property", () => {
  const properties = everywhere.flatMap(({ at, schema }) =>
    Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(
      ([name, property]) => ({ at: `${at}.${name}`, property }),
    ),
  );
  expect(properties.length).toBeGreaterThan(500);
  expect(properties.filter(({ property }) => !isDescribed(property))).toEqual([]);
});

it("1: describes every parameter", () => {
  const parameters = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
    parameters
      .filter(({ $ref }) => !$ref)
      .map(({ name, description }) => ({ operationId, name, description })),
  );
  expect(parameters.length).toBeGreaterThan(70);
  expect(parameters.filter(({ description }) => !description)).toEqual([]);
});

it("1, 8: describes every tag, and has no other", () => {
  const tags: readonly { name: string; description: string }[] = document.tags;
  expect(tags.filter(({ description }) => !description)).toEqual([]);
  const used = new Set(operations.flatMap(({ operation }) => operation.tags));
  expect(tags.map(({ name }) => name).sort()).toEqual([...used].sort());
});

it("2: names the numbers of channels and types, and units", () => {
  expect(schemas.Channel?.description).toContain("2 POS");
  expect(schemas.SaleType?.description).toContain("3 Take out");
  const timeout = everywhere.find(({ at }) => at === "authorizeRedemption.timeout");
  expect(timeout?.schema.description).toContain("seconds");
  expect(schemas.SaleAmount?.description).toContain("the merchant's currency");
});

it("3: has the objects of the interface as components", () => {
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      ...[
        "Membership",
        "User",
        "Customer",
        "Redemption",
        "RedemptionLine",
        "RewardBrief",
        "Reward",
      ],
      ...["Voucher", "VoucherBrief", "VoucherTemplate", "PromoCode", "Sale", "SaleItem"],
      ...["SalePayment", "Booking", "Store", "Activity"],
      ...["ErrorBody", "ErrorList", "ErrorInfo", "Detail"],
    ]),
  );
});

it("3: has an activity for each type", () => {
  const activities = ((schemas.Activity?.oneOf ?? []) as readonly JsonSchema[]).map(referred);
  const types = activities.flatMap((each) => {
    const { type } = (each?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
    return type?.enum ?? [type?.const];
  });
  expect(types).toEqual([0, 1, 2, 5, 6, 12, 9, 10, 11, 15]);
});

it("3: has no object of more than five properties inline twice", () => {
  const places = new Map<string, string[]>();
  for (const { at, schema } of everywhere) {
    if (Object.keys(schema.properties ?? {}).length <= 5) continue;
    const key = JSON.stringify(schema.properties);
    places.set(key, [...(places.get(key) ?? []), at]);
  }
  expect([...places.values()].filter((each) => each.length > 1)).toEqual([]);
});

it("3: has at most 6,000 bytes for each operation", () => {
  expect(text.length).toBeLessThan(6_000 * operations.length);
});

it("4: allows further keys in every object", () => {
  const closed = everywhere.filter(({ schema }) => schema.additionalProperties === false);
  expect(closed).toEqual([]);
});

it("5: has a variable for the host, and the version of the release", () => {
  expect(document.servers).toMatchObject([{ url: "https://{host}" }]);
  expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
});

it("6: takes a bearer first, and says which scope each call needs", () => {
  expect(document.security).toEqual([{ bearer: [] }, { token: [] }]);
  expect(document.components.securitySchemes.token.description).toContain("`Token <token>`");
  const wrong = operations.filter(({ operation: { description, security, ...operation } }) => {
    if (security) return !description.startsWith("Needs no token.") || security.length > 0;
    const scopes = [operation["x-scope"] ?? []].flat();
    const said = scopes.map((scope) => `\`${scope}\``).join(" or ") || "any token may call";
    return !description.startsWith(`Scope: ${said}.`);
  });
  expect(wrong).toEqual([]);
});

it("7: has operationIds that are unique and in camel case", () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]*|\d+)*$/.test(id))).toEqual([]);
});

it("7: has the operationIds that it had before", async () => {
  const ids = operations.map(({ path, method, operation: { operationId } }) =>
    [operationId, method.toUpperCase(), path].join(" "),
  );
  await expect(`${ids.sort().join("\n")}\n`).toMatchFileSnapshot("operation-ids.txt");
});

it("8: has an example for each parameter of a GET, and for each answer", () => {
  const without = gets.flatMap(({ operation: { operationId, parameters = [], responses } }) => {
    const answer = responses[200]?.content?.["application/json"];
    return [
      ...parameters.filter(({ $ref, example }) => !$ref && example === undefined),
      ...(answer?.example === undefined ? [operationId] : []),
    ];
  });
  expect(gets.length).toBeGreaterThan(15);
  expect(without).toEqual([]);
});

describe("9: numbers that may be texts", () => {
  it("have the number first, and one pattern for the text", () => {
    const forms = everywhere.flatMap(({ at, schema }) => {
      const branches = (schema.anyOf ?? []) as readonly JsonSchema[];
      const isNumber = branches.some(({ type }) => type === "integer" || type === "number");
      const text = branches.find(({ type, pattern }) => type === "string" && pattern);
      return isNumber && text ? [{ at, first: branches[0]?.type, all: branches.length }] : [];
    });
    expect(forms.length).toBeGreaterThan(20);
    const wrong = forms.filter(({ first, all }) => first === "string" || all !== 2);
    expect(wrong).toEqual([]);
  });

  it("are numbers alone in lists of choices", () => {
    const mixed = everywhere.filter(
      ({ schema }) =>
        Array.isArray(schema.enum) &&
        new Set(schema.enum.filter((each) => each !== null).map((each) => typeof each)).size > 1,
    );
    expect(mixed).toEqual([]);
  });
});

it("10: has a response for success everywhere, also where it is never sent", () => {
  const without = operations.filter(({ operation }) => !operation.responses[200]);
  expect(without).toEqual([]);
  expect(document.paths["/api/400"].get.responses[200].description).toBe("Never sent");
});

it("11: repeats the name of a parameter of a GET for each value", () => {
  const lists = gets.flatMap(({ operation }) =>
    (operation.parameters ?? []).filter(({ schema }) => schema?.type === "array"),
  );
  expect(lists.map(({ name }) => name)).toEqual(expect.arrayContaining(["channel", "kind"]));
  const wrong = lists.filter(({ style, explode }) => style !== "form" || explode !== true);
  expect(wrong).toEqual([]);
});
