"use client";
import { IconHistory } from "@tabler/icons-react";
import Link from "next/link";
import type { Ref } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Empty } from "../../ui/empty.tsx";
import { shortTime } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { State } from "../../ui/state.tsx";
import { Dotted } from "../parts/dotted.tsx";
import { useDesk } from "../session/desk.tsx";
import css from "./last-visits.module.css";
import { canceledPart, doneOf } from "./state/record.ts";
import type { Done, VisitRecord } from "./state/types.ts";
import shared from "./till.module.css";

const LIST = "last-visits";

type ButtonProps = { button: Ref<HTMLButtonElement>; isOpen: boolean; onPress: () => void };

/** Shows the last visits, or hides them. */
export function LastVisitsButton({ button, isOpen, onPress }: ButtonProps) {
  const t = useTranslations("till");
  return (
    <button
      ref={button}
      type="button"
      className={css.button}
      aria-expanded={isOpen}
      aria-controls={isOpen ? LIST : undefined}
      aria-keyshortcuts="Control+H"
      title={t("lastVisits")}
      onClick={onPress}
    >
      <IconHistory size={22} aria-hidden />
      <span>{t("lastVisits")}</span>
    </button>
  );
}

type LastVisitsProps = {
  storeId: number;
  /** The visit whose receipt is open. */
  opened: Done | null;
  onOpen: (done: Done) => void;
};

/** Today's last visits in the store. Each visit opens its receipt, which can be printed again or undone. */
export function LastVisits({ storeId, opened, onOpen }: LastVisitsProps) {
  const t = useTranslations("till");
  const { data, error } = trpc.staff.visits.today.useQuery(
    { storeId },
    { staleTime: 0, gcTime: 0 },
  );
  return (
    <section id={LIST} className={shared.card} aria-label={t("lastVisitsToday")}>
      <h2>{t("lastVisitsToday")}</h2>
      {error && !data ? <Refusal failed={failureOf(error)} /> : null}
      {!data && !error ? <Skeletons count={3} height={64} /> : null}
      {data?.items.length === 0 ? <Empty title={t("noVisits")}>{t("noVisitsAdvice")}</Empty> : null}
      {data?.items.length ? (
        <ul className={css.visits}>
          {data.items.map((visit) => (
            <li key={visit.key}>
              <PastVisit
                visit={visit}
                isOpened={visit.key === opened?.key}
                onOpen={() => onOpen(doneOf(visit))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Link href="/redemptions" className={shared.link}>
        {t("olderVisits")}
      </Link>
    </section>
  );
}

type PastVisitProps = { visit: VisitRecord; isOpened: boolean; onOpen: () => void };

/** One visit: its time and customer, what was taken and earned, and who served. */
function PastVisit({ visit, isOpened, onOpen }: PastVisitProps) {
  const t = useTranslations("till");
  const format = useFormatter();
  const { me, zoneOf } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { at, customerName, lines, sale, servedBy, storeId } = visit;
  const what = lines.map(({ name, qty, value }) =>
    [qty > 1 ? `${qty} × ${name}` : name, value === null ? "" : money(value)].join(" ").trim(),
  );
  const earned = sale
    ? [t("saleOf", { value: money(sale.total) }), t("earned", { count: sale.stampsEarned })]
    : [];
  const canceled = canceledPart(visit);
  return (
    <button
      type="button"
      className={css.visit}
      aria-current={isOpened ? "true" : undefined}
      onClick={onOpen}
    >
      <time dateTime={at}>
        {format.dateTime(new Date(at), { timeZone: zoneOf(storeId), ...shortTime })}
      </time>
      <span className={shared.grow}>
        <span className={css.head}>
          <bdi className={shared.name}>{customerName}</bdi>
          {canceled === "none" ? null : (
            <State tone="plain">{t(canceled === "all" ? "undoneWord" : "undoneSome")}</State>
          )}
        </span>
        <Dotted>
          {[what.join(", "), ...earned].filter(Boolean).map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </Dotted>
        {servedBy?.name ? (
          <span className={shared.quiet}>
            {t.rich("servedBy", { name: servedBy.name, bdi: (text) => <bdi>{text}</bdi> })}
          </span>
        ) : null}
      </span>
    </button>
  );
}
