import { parseArgs } from "node:util";
import { confirmEmailAsOperator, resetSecondFactorAsOperator } from "@stampbook/core/access";
import { type Command, withDatabase } from "./command.ts";
import { pickNamed, Refused, WrongUsage } from "./usage.ts";

type Verb = (email: string, context: Parameters<Command>[1]) => Promise<void>;

/** Removes a person's second factor and signs them out everywhere. */
const resetSecondFactor: Verb = async (email, context) => {
  const env = context.env();
  const hasMail = env.delivery.email !== null;
  const done = await withDatabase(env, context, (deps) =>
    resetSecondFactorAsOperator(deps, { email, hasMail }),
  );
  if (!done) throw new Refused(`Nobody of the staff has the email ${email}.`);
  context.out.write(
    `Reset the second factor of ${done.name} (${done.email}): they are signed out everywhere.\n`,
  );
  context.out.write("They sign in with their password alone, until they set up a new one.\n");
  context.out.write(done.isMailed ? "A mail tells them.\n" : "No mail goes out: tell them.\n");
};

/** Confirms a person's address, which an unmailed invitation or a file did not. */
const confirmEmail: Verb = async (email, context) => {
  const done = await withDatabase(context.env(), context, (deps) =>
    confirmEmailAsOperator(deps, email),
  );
  if (!done) throw new Refused(`Nobody of the staff has the email ${email}.`);
  context.out.write(`Confirmed the address of ${done.name} (${done.email}).\n`);
};

const verbs = { "reset-second-factor": resetSecondFactor, "confirm-email": confirmEmail };

/** `staff <verb> <email>`. */
export const staffCommand: Command = async ([verb, ...args], context) => {
  const run = pickNamed<Verb>(verbs, verb);
  if (!run) throw new WrongUsage(`staff takes ${Object.keys(verbs).join(" or ")}.`);
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [email, ...more] = positionals;
  if (email === undefined || more.length)
    throw new WrongUsage(`${verb} takes the email of one person.`);
  await run(email, context);
  return 0;
};
