import type { ReactNode } from "react";
import type { Tone } from "../notice.tsx";
import css from "../ui.module.css";
import own from "./object.module.css";

/** An event in a record's history. */
export type TimelineEvent = {
  readonly key: string;
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly time: ReactNode;
  /** The changes that the event made, each line with its React key. */
  readonly details?: readonly (readonly [key: string, detail: ReactNode])[];
};

/** The events of a record, newest first. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className={own.timeline}>
      {events.map(({ key, tone, title, time, details = [] }) => (
        <li key={key} className={css[tone]}>
          <div className={own.event}>
            <span>{title}</span>
            {time}
          </div>
          {details.map(([name, detail]) => (
            <div key={name} className={own.detail}>
              {detail}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
