import { join } from "node:path";
import type { Stage } from "../stage/stage.ts";
import { type RunningNode, startNode } from "../stage/start-node.ts";
import { databaseBeside } from "./database.ts";
import { ask, type Graph } from "./graph.ts";
import { installPeer } from "./install.ts";

const server = `import { bootstrap, DefaultLogger, dummyPaymentHandler, LogLevel } from "@vendure/core";

const url = new URL(process.env.DATABASE_URL);
await bootstrap({
  apiOptions: { port: Number(process.env.PORT), hostname: "127.0.0.1", adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: { tokenMethod: ["bearer"], superadminCredentials: { identifier: "superadmin", password: "a password of the bench" } },
  dbConnectionOptions: {
    type: "postgres", host: url.hostname, port: Number(url.port), username: url.username, password: url.password,
    database: url.pathname.slice(1), synchronize: process.env.SYNCHRONIZE === "true", logging: false, extra: { max: 8 },
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  plugins: [],
});
console.log("http://127.0.0.1:" + process.env.PORT);
process.once("SIGTERM", () => process.exit(0));
`;

/** Vendure with a product, an order per connection, and many coupon codes. */
export type Vendure = {
  readonly server: RunningNode;
  /** Tokens of sessions, each with an order of one item. */
  readonly orders: readonly string[];
  /** Adds coupon codes with these numbers. */
  readonly addCodes: (from: number, to: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Sql = Awaited<ReturnType<typeof databaseBeside>>["sql"];

export async function startVendure(
  stage: Stage,
  { port, orders, codes }: { port: number; orders: number; codes: number },
): Promise<Vendure> {
  const directory = installPeer({
    name: "vendure",
    dependencies: { "@vendure/core": "3.7.3", pg: "8.23.1" },
    overrides: { "@graphql-tools/stitch": "9.4.22" },
    files: { "server.mjs": server },
  });
  const { url, sql } = await databaseBeside(stage, "vendure");
  const start = (synchronize: boolean) =>
    startNode({
      file: join(directory, "server.mjs"),
      log: join(stage.directory, "vendure.log"),
      env: {
        NODE_ENV: "production",
        DATABASE_URL: url,
        PORT: String(port),
        SYNCHRONIZE: String(synchronize),
      },
    });
  const first = await start(true);
  const variant = await furnish(port);
  const sessions: string[] = [];
  for (let at = 0; at < orders; at++) sessions.push(await openOrder(port, variant));
  await first.stop();
  await addCodes(sql, 2, codes);
  return {
    server: await start(false),
    orders: sessions,
    addCodes: (from, to) => addCodes(sql, from, to),
    close: () => sql.end(),
  };
}

/** Adds codes with these numbers, as copies of `PROMO1`, which was created over Vendure's own interface. */
async function addCodes(sql: Sql, from: number, to: number): Promise<void> {
  await sql.begin(async (tx) => {
    const before = await tx`select coalesce(max(id), 0) as last from promotion`;
    const last = Number(before[0]?.last);
    await tx`insert into promotion ("createdAt", "updatedAt", "couponCode", enabled, conditions, actions, "priorityScore")
      select now(), now(), 'PROMO' || n, enabled, conditions, actions, "priorityScore"
      from promotion, generate_series(${from}::int, ${to}::int) n where "couponCode" = 'PROMO1'`;
    await tx`insert into promotion_channels_channel ("promotionId", "channelId")
      select id, 1 from promotion where id > ${last}`;
    await tx`insert into promotion_translation ("createdAt", "updatedAt", "languageCode", name, description, "baseId")
      select now(), now(), 'en', "couponCode", '', id from promotion where id > ${last}`;
  });
  await sql`vacuum analyze`;
}

async function furnish(port: number): Promise<string> {
  const admin: Graph = { port, path: "/admin-api" };
  const { token } = await ask(
    admin,
    `mutation { login(username: "superadmin", password: "a password of the bench") { ... on CurrentUser { id } } }`,
  );
  const make = async (query: string) => (await ask({ ...admin, token }, query)).id;
  const text = (name: string) =>
    `translations: [{ languageCode: en, name: "${name}", slug: "${name}", description: "" }]`;
  const country = await make(
    `mutation { made: createCountry(input: { code: "ID", enabled: true, translations: [{ languageCode: en, name: "Indonesia" }] }) { id } }`,
  );
  const zone = await make(
    `mutation { made: createZone(input: { name: "Home", memberIds: ["${country}"] }) { id } }`,
  );
  await make(
    `mutation { made: updateChannel(input: { id: "1", defaultTaxZoneId: "${zone}", defaultShippingZoneId: "${zone}" }) { ... on Channel { id } } }`,
  );
  const category = await make(
    `mutation { made: createTaxCategory(input: { name: "Standard", isDefault: true }) { id } }`,
  );
  await make(
    `mutation { made: createTaxRate(input: { name: "VAT", enabled: true, value: 10, categoryId: "${category}", zoneId: "${zone}" }) { id } }`,
  );
  const product = await make(
    `mutation { made: createProduct(input: { enabled: true, ${text("tea")} }) { id } }`,
  );
  await make(
    `mutation { made: createPromotion(input: { enabled: true, couponCode: "PROMO1", conditions: [], actions: [{ code: "order_percentage_discount", arguments: [{ name: "discount", value: "10" }] }], translations: [{ languageCode: en, name: "Promo" }] }) { ... on Promotion { id } } }`,
  );
  const { data } = await ask(
    { ...admin, token },
    `mutation { made: createProductVariants(input: [{ productId: "${product}", sku: "TEA", price: 1000, taxCategoryId: "${category}", trackInventory: FALSE, translations: [{ languageCode: en, name: "Tea" }] }]) { id } }`,
  );
  return (data.made as { id: string }[])[0]?.id ?? "";
}

async function openOrder(port: number, variant: string): Promise<string> {
  const { token } = await ask(
    { port, path: "/shop-api" },
    `mutation { made: addItemToOrder(productVariantId: "${variant}", quantity: 1) { ... on Order { id } ... on ErrorResult { message } } }`,
  );
  return token;
}
