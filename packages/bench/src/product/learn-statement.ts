import { callOf } from "../load/call-of.ts";
import { openConnection } from "../load/connection.ts";
import type { Shop } from "../stage/shop.ts";
import { emailOf, holderOf } from "../stage/things.ts";
import type { Work } from "../works/index.ts";
import { captureStatements, type Seen } from "./capture.ts";
import { type Template, templateOf, type Variables } from "./template.ts";

/** The number of redemptions that `learnStatement` makes. */
export const LEARNING_CALLS = 3;

type Call = { readonly seen: Seen; readonly variables: Variables; readonly statements: number };

/** The statement that writes the rows of a redeeming operation, and the number of statements per call. */
export type Learnt = { readonly template: Template; readonly statements: number };

/**
 * Calls the running service, and reads from the database's log which statements it sent. The template is made
 * from the last statement, which writes.
 */
export async function learnStatement(shop: Shop, work: Work): Promise<Learnt> {
  const connection = await openConnection(shop.api.port);
  const ask = async (): Promise<Call> => {
    const { from } = await shop.supply[work.supply ?? "none"].take(1);
    let body = "";
    const seen = await captureStatements(shop.stage, async () => {
      const answer = await connection.send(callOf(shop, work, from, 0));
      body = answer.body;
    });
    const redemption = Number(JSON.parse(body).redemption?.id);
    if (!redemption) throw new Error(`${work.name} was refused: ${body}`);
    const variables = work.variables(from, shop.customers, redemption);
    const marks = [from, redemption, emailOf(holderOf(from, shop.customers))].map(String);
    const own = seen.filter(({ parameters }) =>
      parameters.some((parameter) => parameter !== null && marks.includes(parameter)),
    );
    const last = own.at(-1);
    if (!last) throw new Error("The log shows no statement of the call.");
    return { seen: last, variables, statements: own.length };
  };
  try {
    // the first call looks up the token, reserves ids, and prepares the statement
    await ask();
    const [one, other] = [await ask(), await ask()];
    return { template: templateOf(one, other), statements: other.statements };
  } finally {
    connection.close();
  }
}
