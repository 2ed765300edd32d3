import { parseArgs } from "node:util";
import { resetSecondFactorAsOperator } from "@stampbook/core/access";
import { type Command, withDatabase } from "./command.ts";
import { Refused, WrongUsage } from "./usage.ts";

/** `staff reset-second-factor <email>`: removes a person's second factor and signs them out everywhere. */
export const staffCommand: Command = async ([verb, ...args], context) => {
  if (verb !== "reset-second-factor") throw new WrongUsage("staff takes reset-second-factor.");
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [email, ...more] = positionals;
  if (email === undefined || more.length)
    throw new WrongUsage("reset-second-factor takes the email of one person.");
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
  return 0;
};
