import { confirmEmailAsOperator, resetSecondFactorAsOperator } from "@stampbook/core/access";
import { asJson, readArguments } from "./arguments.ts";
import { type Command, withDatabase } from "./command.ts";
import { Refused } from "./usage.ts";

/** `staff reset-second-factor <email>`: removes a person's second factor and signs them out everywhere. */
export const resetSecondFactorCommand: Command = async (args, context) => {
  const { values, positional: email } = readArguments("staff reset-second-factor", args);
  const env = context.env();
  const hasMail = env.delivery.email !== null;
  const done = await withDatabase(env, context, (deps) =>
    resetSecondFactorAsOperator(deps, { email, hasMail }),
  );
  if (!done) throw new Refused(`Nobody of the staff has the email ${email}.`);
  if (values.json) {
    context.out.write(asJson(done));
    return 0;
  }
  context.out.write(
    `Reset the second factor of ${done.name} (${done.email}): they are signed out everywhere.\n`,
  );
  context.out.write("They sign in with their password alone, until they set up a new one.\n");
  context.out.write(done.isMailed ? "A mail tells them.\n" : "No mail goes out: tell them.\n");
  return 0;
};

/** `staff confirm-email <email>`: confirms an address, which an unmailed invitation or a file did not. */
export const confirmEmailCommand: Command = async (args, context) => {
  const { values, positional: email } = readArguments("staff confirm-email", args);
  const done = await withDatabase(context.env(), context, (deps) =>
    confirmEmailAsOperator(deps, email),
  );
  if (!done) throw new Refused(`Nobody of the staff has the email ${email}.`);
  context.out.write(
    values.json ? asJson(done) : `Confirmed the address of ${done.name} (${done.email}).\n`,
  );
  return 0;
};
