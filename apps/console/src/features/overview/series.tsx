"use client";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { addDays } from "../../ui/days.ts";
import { type Kind, kinds } from "../redemptions/redemption-filters.tsx";
import css from "./overview.module.css";

type SeriesProps = {
  counts: readonly { at: string; kind: string; count: number }[];
  from: string;
  days: number;
  /** The address of the list of redemptions in a period, of one kind or of all kinds. */
  hrefOf: (span: { from: string; to: string; kind?: Kind }) => string;
};

/**
 * Redemptions by hour or day, each bar divided by kind. The bars are visual only; screen readers get a
 * sentence for each bar. A bar links to the list of its day. A kind in the legend links to the list of that
 * kind.
 */
export function Series({ counts, from, days, hrefOf }: SeriesProps) {
  const t = useTranslations("overview");
  const names = useTranslations("redemptions.kinds");
  const format = useFormatter();
  const isHourly = days === 1;
  const to = addDays(from, days - 1);
  const slots = Array.from({ length: isHourly ? 24 : days }, (_, index) =>
    isHourly ? `${from}T${String(index).padStart(2, "0")}` : addDays(from, index),
  );
  const countOf = (slot: string | null, kind: Kind | null) =>
    counts.reduce(
      (sum, one) =>
        (slot === null || one.at === slot) && (kind === null || one.kind === kind)
          ? sum + one.count
          : sum,
      0,
    );
  const seen = kinds.filter((kind) => countOf(null, kind) > 0);
  const most = roundUp(Math.max(1, ...slots.map((slot) => countOf(slot, null))));
  const marks = most % 2 ? [most, 0] : [most, most / 2, 0];
  const nameOf = (slot: string) =>
    isHourly
      ? `${slot.slice(11)}:00`
      : format.dateTime(new Date(`${slot}T00:00:00Z`), {
          timeZone: "UTC",
          day: "numeric",
          month: "short",
        });
  const step = Math.ceil(slots.length / 8);
  return (
    <div className={css.chart}>
      <div aria-hidden className={css.scale}>
        {marks.map((mark) => (
          <span key={mark} style={{ bottom: `${(mark / most) * 100}%` }}>
            {format.number(mark)}
          </span>
        ))}
      </div>
      <ul className={css.series}>
        {slots.map((slot, index) => {
          const count = countOf(slot, null);
          const parts = seen.filter((kind) => countOf(slot, kind) > 0);
          const told = parts.map((kind) => `, ${names(kind)} ${countOf(slot, kind)}`).join("");
          const day = slot.slice(0, 10);
          const sentence = t("bar", { at: nameOf(slot), count, kinds: told });
          const bar = (
            <>
              <span className={css.hidden}>{sentence}</span>
              {parts.map((kind) => (
                <span
                  key={kind}
                  aria-hidden
                  className={css.bar}
                  data-kind={kind}
                  style={{ height: `${(countOf(slot, kind) / most) * 100}%` }}
                />
              ))}
            </>
          );
          return (
            <li key={slot} title={sentence}>
              {count ? (
                <Link className={css.stack} href={hrefOf({ from: day, to: day })}>
                  {bar}
                </Link>
              ) : (
                <span className={css.stack}>{bar}</span>
              )}
              <span aria-hidden className={css.tick} data-between={index % (2 * step) !== 0}>
                {index % step === 0 ? nameOf(slot) : ""}
              </span>
            </li>
          );
        })}
      </ul>
      {seen.length ? (
        <ul className={css.legend} aria-label={t("byKind")}>
          {seen.map((kind) => (
            <li key={kind}>
              <Link href={hrefOf({ from, to, kind })}>
                <span aria-hidden className={css.swatch} data-kind={kind} />
                {names(kind)} <strong>{format.number(countOf(null, kind))}</strong>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Rounds up to 1, 2, 4, 6, 8 or 10, times a power of 10. */
function roundUp(count: number): number {
  const unit = 10 ** Math.floor(Math.log10(count));
  const step = [1, 2, 4, 6, 8, 10].find((times) => times * unit >= count) ?? 10;
  return step * unit;
}
