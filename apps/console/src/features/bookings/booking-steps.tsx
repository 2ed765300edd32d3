"use client";
import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Confirm } from "../../ui/form/confirm.tsx";
import { NearDay } from "../../ui/moment.tsx";
import { useDesk } from "../session/desk.tsx";
import { NotifyGuest } from "./messages/notify-guest.tsx";
import { type Booking, type Step, steps } from "./use-decisions.ts";
import { useIsAhead } from "./use-is-ahead.ts";

/** Returns the name of a step's texts. A request is declined, and any other booking is canceled. */
function nameOf(step: "cancel" | "markNoShow", { status }: Booking) {
  return step === "cancel" && status === "Requested" ? "decline" : step;
}

type BookingStepsProps = {
  booking: Booking;
  /** The statuses that the booking may get now. */
  next: readonly (keyof typeof steps)[];
  today: string;
  /** The step that is on its way. */
  pending: string | undefined;
  onTake: (step: Step, meant?: Booking, notify?: boolean) => void;
};

/** A booking's possible steps, and the undo of the last one while it is possible. */
export function BookingSteps({ booking, next, today, pending, onTake }: BookingStepsProps) {
  const t = useTranslations("bookings");
  const { may } = useDesk();
  /** The booking as it was when the question opened. The list may reload meanwhile. */
  const [seen, setSeen] = useState<Booking | null>(null);
  const [notify, setNotify] = useState(true);
  const isUndoable = useIsAhead(booking.canUndoUntil);
  // the second click of a double click was meant for the button that was here
  const once = (act: () => void) => (event: { readonly detail: number }) => {
    if (event.detail <= 1) act();
  };
  return (
    <>
      {next.map((to, index) => {
        const step = steps[to];
        if (!may(`staff.bookings.${step}`)) return null;
        if (step === "cancel" || step === "markNoShow") {
          const asked = seen ?? booking;
          return (
            <Confirm
              key={to}
              ask={t(`steps.${nameOf(step, booking)}`)}
              submit={t(`sure.${nameOf(step, asked)}`)}
              isBusy={pending === step}
              failed={null}
              choice={
                step === "cancel" ? (
                  <NotifyGuest id={asked.id} isWanted={notify} onChange={setNotify} />
                ) : null
              }
              onAsk={() => {
                setSeen(booking);
                setNotify(true);
              }}
              onConfirm={() => {
                onTake(step, asked, notify);
                setSeen(null);
              }}
            >
              {t.rich(`asks.${nameOf(step, asked)}`, {
                name: asked.customer?.name || asked.user,
                time: asked.time.slice(0, 5),
                count: asked.numberOfPeople,
                day: () => <NearDay on={asked.date} today={today} />,
                bdi: (text) => <bdi>{text}</bdi>,
              })}
            </Confirm>
          );
        }
        return (
          <Button
            key={to}
            variant={index === 0 ? "filled" : "default"}
            loading={pending === step}
            onClick={once(() => onTake(step))}
          >
            {t(`steps.${step}`)}
          </Button>
        );
      })}
      {isUndoable && may("staff.bookings.undo") ? (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={pending === "undo"}
          onClick={once(() => onTake("undo"))}
        >
          {t("undo")}
        </Button>
      ) : null}
    </>
  );
}
