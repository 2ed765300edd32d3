"use client";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";

export type Booking = Outputs["staff"]["bookings"]["list"]["items"][number];

/** The step that leads to each status. A step's name is also the name of its procedure and its label. */
export const steps = {
  Confirmed: "confirm",
  Seated: "seat",
  Completed: "complete",
  Canceled: "cancel",
  "No-show": "markNoShow",
} as const;

/**
 * Returns the steps that are possible for a booking now, by its store's wall clock. Seating and completing
 * are possible from the booking's day on, even before its time. A no-show is possible from its time on.
 */
export function stepsNow({ date, time, next }: Booking, now: string) {
  const isItsDay = date <= now.slice(0, 10);
  const isTime: Readonly<Record<keyof typeof steps, boolean>> = {
    Confirmed: true,
    Seated: isItsDay,
    Completed: isItsDay,
    Canceled: true,
    "No-show": `${date} ${time}` <= now,
  };
  const known = Object.keys(steps) as (keyof typeof steps)[];
  return known.filter((to) => isTime[to] && next.includes(to));
}

export type Step = (typeof steps)[keyof typeof steps] | "undo";

/** The message about a decision is in the outbox a second or so later. */
const MESSAGE_MS = 3_000;

/**
 * Returns the calls that decide a booking, or undo its last decision. A call is refused if a colleague has
 * changed the booking since it was shown.
 */
export function useDecisions() {
  const utils = trpc.useUtils();
  const refresh = () => utils.staff.bookings.invalidate();
  const options = {
    onSettled: () => {
      setTimeout(refresh, MESSAGE_MS);
      return refresh();
    },
  };
  const calls = {
    confirm: trpc.staff.bookings.confirm.useMutation(options),
    seat: trpc.staff.bookings.seat.useMutation(options),
    complete: trpc.staff.bookings.complete.useMutation(options),
    cancel: trpc.staff.bookings.cancel.useMutation(options),
    markNoShow: trpc.staff.bookings.markNoShow.useMutation(options),
    undo: trpc.staff.bookings.undo.useMutation(options),
  };
  const all = Object.entries(calls);
  const error = all.find(([, { error: one }]) => one)?.[1].error;
  const pending = all.find(([, { isPending }]) => isPending)?.[0];
  return {
    /** `isAnyway` undoes although the booking's slot is full. `notify` is for a cancel only. */
    call: (step: Step, { id, revision }: Booking, { isAnyway = false, notify = true } = {}) => {
      if (pending) return;
      for (const [name, { reset }] of all) if (name !== step) reset();
      if (step === "undo") calls.undo.mutate({ id, revision, ignoreCapacity: isAnyway });
      else if (step === "cancel") calls.cancel.mutate({ id, revision, notify });
      else calls[step].mutate({ id, revision });
    },
    pending,
    failed: error ? failureOf(error) : null,
  };
}
