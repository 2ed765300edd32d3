import type { CoreDeps } from "../../foundation/context.ts";
import { countStaffRequest } from "../access/index.ts";
import { wrongCodesMail } from "./account-mail.rules.ts";
import { CODES_BEFORE_MAIL } from "./accounts.rules.ts";
import { type MailedPerson, mailPerson } from "./mail-person.ts";

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Counts a wrong code of the second factor at a sign-in. At the fifth of a day, mails the person if `hasMail`.
 */
export async function noteWrongCode(
  deps: CoreDeps,
  person: MailedPerson,
  hasMail: boolean,
): Promise<void> {
  const rule = { max: CODES_BEFORE_MAIL, window: DAY_SECONDS };
  const { count } = await countStaffRequest(deps, `wrong codes of ${person.id}`, rule);
  if (!hasMail || count !== CODES_BEFORE_MAIL) return;
  const message = wrongCodesMail(person.name, count);
  await mailPerson(deps, person, { code: "staff_wrong_codes", message });
}
