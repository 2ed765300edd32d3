import { canBeBirthday } from "@stampbook/core/customers";
import { codeKeyOf } from "@stampbook/core/merchants";
import { firstLevel, type Moved } from "@stampbook/core/moving";
import type { Facts } from "../merchant-file/facts.ts";
import type { FileRow } from "../merchant-file/read-row.ts";
import { identifierProblems } from "./identifier-problems.ts";
import type { RowCheck } from "./row-check.ts";
import { voucherProblems } from "./voucher-problems.ts";

/**
 * Checks what the schema of a record cannot, such as references, keys, verifiers, and times after `now`, an
 * ISO time. Adds to `check.known` the values that later records depend on.
 */
export function judgeRow({ kind, row }: FileRow, check: RowCheck, now: string): void {
  const { record, known } = check;
  const { facts, claims } = known;
  switch (kind) {
    case "merchant":
      facts.merchant = row;
      claims.merchant(record, row.id);
      claims.timezone(record, row.timezone);
      break;
    case "levels":
      check.once("level", row.level + 1);
      facts.lowestLevel = Math.min(facts.lowestLevel ?? row.level, row.level);
      known.levels.add(row.level);
      break;
    case "stores":
      check.once("id", row.id);
      check.once("code", codeKeyOf(row.code));
      claims.store(record, row.id);
      facts.zones.set(row.id, row.timezone);
      claims.timezone(record, row.timezone);
      break;
    case "customers":
      judgeCustomer(row, check, now);
      if (row.createdAt !== null && isTooLate(row.createdAt, now))
        check.says("membership.created", "lies more than a day ahead");
      break;
    case "voucherTemplates":
      check.once("id", row.id);
      facts.templates.set(row.id, { isDynamic: row.isDynamic, value: row.value });
      check.stores(row);
      break;
    case "rewards":
      check.once("id", row.id);
      check.once("code", row.code === "" ? null : codeKeyOf(row.code));
      check.template(row);
      if (issuesNothing(row, facts))
        check.says(
          "voucher_template",
          "is dynamic and has no value: its vouchers would hold nothing",
        );
      check.stores(row);
      break;
    case "vouchers":
      check.once("id", row.id);
      check.once("code", codeKeyOf(row.code));
      check.customer(row);
      check.template(row);
      for (const { path, text } of voucherProblems(row, facts, now)) check.says(path, text);
      break;
    case "transactions":
      judgeSale(row, check, now);
      break;
    case "promoCodes":
      check.once("id", row.id);
      check.once("code", codeKeyOf(row.code));
      check.stores(row);
      break;
    case "paymentMethods":
      check.once("code", codeKeyOf(row.code));
      break;
    case "messageTemplates":
      check.once("code", `${row.channel} ${row.code}`);
      break;
    case "tokens":
      check.token(row);
      check.stores(row);
      break;
    case "staff":
      check.once("email", row.email);
      check.verifier("password", row.passwordVerifier);
      check.stores(row);
  }
}

function judgeCustomer(
  row: Extract<FileRow, { kind: "customers" }>["row"],
  check: RowCheck,
  now: string,
): void {
  const { record, known } = check;
  const { facts, levels } = known;
  check.once("id", row.id);
  const country = facts.merchant?.country ?? "";
  for (const { path, text } of identifierProblems(row, record.index ?? 0, country, known.keysOf))
    check.says(path, text);
  if (row.mobileNumber === null && facts.merchant && hasMobileNumber(record.value))
    check.says("mobile_number", `is no valid mobile number in ${facts.merchant.country}`);
  const today = dayIn(facts.merchant?.timezone ?? "UTC", now);
  if (row.birthday !== null && !canBeBirthday(row.birthday, today))
    check.says("birthday", "lies before 1900, or after today");
  const isKnown = levels.size ? levels.has(row.level) : row.level === firstLevel.level;
  if (!isKnown) check.unknown("levels", row.level, "membership.level");
  check.store("registering_store", row.registeringStoreId);
  check.verifier("password", row.passwordVerifier);
  check.verifier("pin", row.pinVerifier);
}

function judgeSale(row: Moved["transactions"], check: RowCheck, now: string): void {
  const { facts } = check.known;
  check.once("id", row.id);
  check.customer(row);
  check.store("store", row.storeId);
  if (isTooLate(row.soldAt, now)) check.says("created", "lies more than a day ahead");
  if (row.businessDay !== null && !isDayOf(row.businessDay, row.soldAt))
    check.says("business_day", "is not the day of created in any time zone");
  const zone = facts.zones.get(row.storeId);
  if (zone === undefined) return;
  const businessDay = row.businessDay ?? dayIn(zone, row.soldAt);
  const of = row.supersededById === null ? "" : `${row.supersededById} supersedes `;
  const invoice = `${of}${row.storeId} ${businessDay} ${row.invoiceNumber}`;
  check.once("invoice_number", invoice, "invoice");
}

/** Whether a moment is more than a day ahead. A till may send sales that are up to a day ahead. */
function isTooLate(moment: string, now: string): boolean {
  return Date.parse(moment) - Date.parse(now) > DAY_MS;
}

function issuesNothing({ voucherTemplateId: id }: Moved["rewards"], { templates }: Facts): boolean {
  const template = id === null ? undefined : templates.get(id);
  return template?.isDynamic === true && !(Number(template.value) > 0);
}

function hasMobileNumber(value: unknown): boolean {
  return typeof value === "object" && value !== null && "mobile_number" in value
    ? value.mobile_number !== null
    : false;
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
function dayIn(timeZone: string, moment: string): string {
  const calendar = calendars.get(timeZone) ?? calendarOf(timeZone);
  calendars.set(timeZone, calendar);
  return calendar.format(Date.parse(moment));
}

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv", { timeZone });
}

const DAY_MS = 86_400_000;

/** Whether a day, `YYYY-MM-DD`, can be the day of a moment in some time zone: at most one day from UTC's. */
function isDayOf(day: string, moment: string): boolean {
  return Math.abs(Date.parse(day) - Date.parse(dayIn("UTC", moment))) <= DAY_MS;
}
