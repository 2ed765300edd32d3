"use client";
import { IconScan } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { nameOf } from "../../rpc/customer-name.ts";
import { useIsReady } from "../../ui/early/use-is-ready.ts";
import { Empty } from "../../ui/empty.tsx";
import { later } from "../../ui/later.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import { type Store, useDesk } from "../session/desk.tsx";
import { BasketPane } from "./basket/basket-pane.tsx";
import { CustomerCard } from "./customer-card.tsx";
import { LastVisits, LastVisitsButton } from "./last-visits.tsx";
import { MatchList } from "./match-list.tsx";
import { Notices } from "./notices.tsx";
import { ReceiptPane } from "./receipt/receipt-pane.tsx";
import { SpokenVisit } from "./spoken-visit.tsx";
import { isBasketEmpty } from "./state/basket.ts";
import { basketOf, servedBy } from "./state/steps.ts";
import type { Card } from "./state/types.ts";
import css from "./till.module.css";
import { TillField } from "./till-field.tsx";
import { useCard, useWholeCard } from "./use/card.ts";
import { type Choice, choicesOfCard, choicesOfMatches } from "./use/choices.ts";
import { hasKeyboard, isCovered, useKeptFocus } from "./use/focus.ts";
import { type PastVisits, useLastVisits } from "./use/last-visits.ts";
import { useMatches } from "./use/matches.ts";
import { useScans } from "./use/scans.ts";
import { type TillWork, useTill } from "./use/till.ts";

const NoStore = later(() => import("../session/no-store.tsx").then(({ NoStore }) => NoStore));

/**
 * The till: the field, the customer who is served, and the basket of their visit. Without a store, shows
 * `NoStore`.
 */
export function Till() {
  const { store } = useDesk();
  return store ? <TillOf store={store} /> : <NoStore />;
}

function TillOf({ store }: { store: Store }) {
  const t = useTranslations("till");
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const work = useTill(store.id);
  const { now, text, active, looking, message } = work.till;
  const reading = useCard(servedBy(now), store.id);
  const { card } = reading;
  const whole = useWholeCard(card, basketOf(now), store.id);
  const search = useMatches(text, store.id);
  const past = useLastVisits(work.till.undo);
  useKeptFocus(field);

  // a scan or a typed text is for the current visit, so the list of last visits closes first
  const [scan, type] = [past.before(work.scan), past.before(work.type)];
  useScans({
    ...{ field, onScan: scan, onType: type },
    onEscape: () => {
      const focused = document.activeElement;
      if (focused instanceof HTMLInputElement && focused !== field.current)
        return field.current?.focus();
      if (past.back()) return;
      if (now.step === "empty" && isBasketEmpty(now.basket) && !text && !message)
        field.current?.blur();
      work.back();
    },
  });

  useKeys({
    "mod+enter": () => isCovered() || form.current?.requestSubmit(),
    "mod+h": past.toggle,
  });

  // on a receipt the field gets the focus again, for the next scan
  useEffect(() => {
    if (now.step === "receipt" && hasKeyboard()) field.current?.focus();
  }, [now.step]);

  const ofCard = card ? choicesOfCard(card) : [];
  const choices = search.matches ? choicesOfMatches(search.matches, text) : ofCard;

  function choose(choice: Choice) {
    past.close();
    if (choice.kind === "customer") work.meet(choice.customer);
    else if (choice.kind === "found") work.takeVoucher(choice.voucher);
    else if (choice.kind === "promo") work.takePromo(choice.promo.code);
    else if (choice.kind === "newcomer") work.offerRegistration(choice.contact);
    else work.take(choice.line);
  }

  function enter() {
    const typed = text.trim();
    const chosen = choices[active];
    if (chosen && (search.isListed || !typed)) choose(chosen);
    else if (typed) scan(typed, performance.now());
    else form.current?.requestSubmit();
  }

  function leave() {
    past.close();
    work.leave();
    // the question and the field are above the card; the pressed button may go, so the field gets the focus
    window.scrollTo({ top: 0 });
    if (hasKeyboard()) field.current?.focus();
  }

  return (
    <div className={css.till} data-step={past.done ? "receipt" : now.step}>
      <h1 className={css.hidden}>{t("title")}</h1>
      <SpokenVisit card={whole} basket={basketOf(now)} />
      <div className={css.left}>
        <TillField
          {...{ field, text, active }}
          isListed={choices.length > 0}
          isWaiting={now.step === "empty" && !isBasketEmpty(now.basket)}
          looking={looking?.text ?? null}
          onType={type}
          onMove={(step) =>
            work.select(Math.max(text ? 0 : -1, Math.min(choices.length - 1, active + step)))
          }
          onEnter={enter}
          onScan={(code) => scan(code, performance.now())}
        >
          <LastVisitsButton button={past.button} isOpen={past.isOpen} onPress={past.toggle} />
        </TillField>
        <Notices work={work} name={card ? nameOf(card.customer) : ""} />
        {past.isOpen ? (
          <LastVisits storeId={store.id} opened={past.done} onOpen={past.open} />
        ) : null}
        {work.register.failed ? <Refusal failed={work.register.failed} /> : null}
        {search.failed ? <Refusal failed={search.failed} /> : null}
        {reading.failed ? <Refusal failed={reading.failed} /> : null}
        {search.matches ? <MatchList {...{ choices, active }} onChoose={choose} /> : null}
        {reading.isLoading || (looking && !card) ? <Skeletons count={3} height={72} /> : null}
        {card && !search.matches ? (
          <CustomerCard
            {...{ card, choices, active }}
            basket={basketOf(now)}
            onChoose={choose}
            onLeave={now.step === "receipt" ? null : leave}
          />
        ) : null}
        {now.step === "empty" && !past.isOpen && !search.matches && !looking && !message ? (
          <Ready />
        ) : null}
      </div>
      <Beside {...{ work, past, store, form }} card={whole} />
    </div>
  );
}

/** Shown while no customer is served: that the till can be used, and how. */
function Ready() {
  const t = useTranslations("till");
  const isReady = useIsReady();
  return (
    <Empty
      icon={<IconScan size={40} stroke={1.4} aria-hidden />}
      title={t(isReady ? "empty" : "loading")}
    >
      {t("emptyAdvice")}
    </Empty>
  );
}

type BesideProps = {
  work: TillWork;
  past: PastVisits;
  card: Card | undefined;
  store: Store;
  form: RefObject<HTMLFormElement | null>;
};

/** The basket or a receipt: beside the field, or on a phone below it. */
function Beside(props: BesideProps) {
  const isOpen = props.past.done !== null;
  // on a phone, scrolls to the receipt, which is above the list of visits
  useEffect(() => {
    if (isOpen && window.matchMedia("(max-width: 899px)").matches) window.scrollTo({ top: 0 });
  }, [isOpen]);
  return (
    <div className={css.right}>
      <BasketOrReceipt {...props} />
    </div>
  );
}

/** The basket or the receipt of the visit, or the receipt of an earlier visit. */
function BasketOrReceipt({ work, past, card, store, form }: BesideProps) {
  const { now } = work.till;
  const { done } = past;
  if (done)
    return (
      <ReceiptPane
        key={done.key}
        done={done}
        memberId={null}
        act={work.act}
        isPast
        onUndone={(canceled) => {
          past.noteCanceled(canceled);
          work.noteCanceled(done.key, canceled);
        }}
        onEnd={past.back}
      />
    );
  if (now.step !== "receipt") return <BasketPane {...{ work, card, store, form }} />;
  return (
    <ReceiptPane
      key={now.done.key}
      done={now.done}
      memberId={card?.customer.memberId ?? null}
      act={work.act}
      onUndone={(canceled) => work.noteCanceled(now.done.key, canceled)}
      onEnd={work.back}
    />
  );
}
