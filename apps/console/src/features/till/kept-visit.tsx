"use client";
import { useTranslations } from "use-intl/react";
import { nameOf } from "../../rpc/customer-name.ts";
import { Notice } from "../../ui/notice.tsx";
import { useDesk } from "../session/desk.tsx";
import { basketOf, servedBy } from "./state/steps.ts";
import type { Step } from "./state/types.ts";
import css from "./till.module.css";
import { useCard } from "./use/card.ts";

type KeptVisitProps = { kept: Step; onGoOn: () => void; onDiscard: () => void };

/** Offers the visit that staff left unconfirmed for another page. */
export function KeptVisit({ kept, onGoOn, onDiscard }: KeptVisitProps) {
  const t = useTranslations("till");
  const { store } = useDesk();
  const { card } = useCard(servedBy(kept), store?.id ?? null);
  const { lines } = basketOf(kept);
  const count = lines.reduce((sum, line) => sum + ("qty" in line ? line.qty : 1), 0);
  const name = card ? nameOf(card.customer) : "…";
  return (
    <Notice tone="plain">
      <p>{t.rich("keptVisit", { name, count, bdi: (part) => <bdi>{part}</bdi> })}</p>
      <div className={css.actions}>
        <button type="button" className={css.button} onClick={onGoOn}>
          {t("resume")}
        </button>
        <button type="button" className={css.button} onClick={onDiscard}>
          {t("discard")}
        </button>
      </div>
    </Notice>
  );
}
