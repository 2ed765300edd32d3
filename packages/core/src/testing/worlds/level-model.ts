/**
 * Levels, with the spending that reaches them. Level 400 is only given by hand. A level lasts for `months`.
 */
export const levelRules = [
  { level: 100, toReach: null, months: 1 },
  { level: 200, toReach: 100, months: 1 },
  { level: 300, toReach: 300, months: 2 },
  { level: 400, toReach: null, months: 3 },
];

type ModelSale = { id: number; day: string; spending: number; isModified?: boolean };
type Change = {
  before: number;
  after: number;
  until: string | null;
  untilBefore: string | null;
  sinceBefore: string | null;
  cause: string;
  saleId: number | null;
};

/** A simple model of the rules of levels. Tests compare the product's results with the model's. */
export class LevelModel {
  /** The number of sales made. */
  made = 0;
  level = 100;
  until: string | null = null;
  /** The day on which a sale or the spending of months gave the level. Null if staff gave it. */
  since: string | null = null;
  sales: ModelSale[] = [];
  /** The changes, each with the day on which the spending was counted. */
  changes: (Change & { day: string })[] = [];

  reaches(level: number, day: string, since = ""): boolean {
    const rule = ruleOf(level);
    const before = addMonths(day, -rule.months);
    const first = since > before ? since : before;
    const counted = this.sales.filter((sale) => sale.day > first && sale.day <= day);
    const sum = counted.reduce((total, { spending }) => total + spending, 0);
    return rule.toReach !== null && sum >= rule.toReach;
  }

  move(after: number, until: string | null, cause: string, day: string, saleId: number | null) {
    const { level: before, until: untilBefore, since: sinceBefore } = this;
    this.changes.push({ before, after, until, untilBefore, sinceBefore, cause, saleId, day });
    this.level = after;
    this.until = until;
    this.since = cause === "hand" ? null : day;
  }

  sell(sale: ModelSale, today: string) {
    this.sales.push(sale);
    const day = today > sale.day ? today : sale.day;
    const reached = levelRules
      .map(({ level }) => level)
      .filter((level) => this.reaches(level, day));
    const best = Math.max(0, ...reached);
    if (best > this.level)
      this.move(best, addMonths(day, ruleOf(best).months), "sale", day, sale.id);
  }

  /** Decides the level again after `sale` has lost some or all of its spending. */
  judgeAgain(sale: ModelSale, cause: string, today: string) {
    const fixed = this.changes.findLastIndex((one) => ["hand", "ended"].includes(one.cause));
    const since = this.changes.slice(fixed + 1);
    const raises = since.filter((one) => one.cause === "sale");
    const [first] = raises;
    if (!first || !raises.some(({ saleId }) => saleId === sale.id)) return;
    // a sale that was canceled is no longer in the list
    const unchanged = this.sales.filter((one) => one !== sale && !one.isModified);
    const stands = (raise: Change) => unchanged.some(({ id }) => id === raise.saleId);
    const others = raises.filter((raise) => !stands(raise));
    let best = { level: first.before, until: first.untilBefore, since: first.sinceBefore };
    for (const given of [
      ...raises.filter(stands),
      ...others.flatMap((raise) => this.worthNow(raise, first.before) ?? []),
    ])
      if (given.after > best.level)
        best = { level: given.after, until: given.until, since: given.day };
    if (best.level >= this.level) return;
    this.move(best.level, best.until, cause, today, sale.id);
    this.since = best.since;
  }

  /** Returns the highest level above `least` that today's sales would have reached in place of `raise`. */
  worthNow({ day, after: most }: { day: string; after: number }, least: number) {
    const after = Math.max(
      0,
      ...levelRules
        .map(({ level }) => level)
        .filter((level) => level > least && level <= most && this.reaches(level, day)),
    );
    return after > 0 ? { after, until: addMonths(day, ruleOf(after).months), day } : null;
  }

  night(today: string) {
    while (this.until !== null && this.until < today) {
      const lower = Math.max(
        0,
        ...levelRules.map((one) => one.level).filter((one) => one < this.level),
      );
      const isKept = this.reaches(this.level, this.until, this.since ?? "");
      const next = isKept ? this.level : lower || this.level;
      const { toReach, months } = ruleOf(next);
      const isLowest = next === this.level && !isKept;
      const until = toReach === null || isLowest ? null : addMonths(this.until, months);
      this.move(next, until, "ended", this.until, null);
    }
  }

  hand(level: number, today: string) {
    if (level !== this.level || this.until !== null) this.move(level, null, "hand", today, null);
  }

  edit(level: number, today: string) {
    if (level !== this.level) this.move(level, null, "hand", today, null);
  }
}

function ruleOf(level: number) {
  return levelRules.find((one) => one.level === level) ?? fail(`level ${level}`);
}

function fail(what: string): never {
  throw new Error(`No ${what}`);
}

/** Returns the same day `months` later, or the last day of a shorter month. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)));
  return moved.toISOString().slice(0, 10);
}
