import type { ReactNode } from "react";
import css from "./object.module.css";

type ObjectHeaderProps = {
  /** The record's kind and number. */
  over?: ReactNode;
  title: ReactNode;
  state?: ReactNode;
  /** The facts that matter most, in one line. */
  lead?: ReactNode;
  /** The record's actions. */
  children?: ReactNode;
  /** Whether the header is in a panel. Its heading is then an `h2`, because the list has the page's `h1`. */
  isInPanel?: boolean;
};

/** The head of a record: its name, state, most important facts and actions. */
export function ObjectHeader({ over, title, state, lead, children, isInPanel }: ObjectHeaderProps) {
  const Heading = isInPanel ? "h2" : "h1";
  return (
    <div className={css.head}>
      <div className={css.names}>
        <div className={css.title}>
          <Heading>
            {over ? <span className={css.over}>{over} </span> : null}
            {title}
          </Heading>
        </div>
        {lead || state ? (
          <p className={`${css.title} ${css.lead}`}>
            {state}
            {lead ? <span>{lead}</span> : null}
          </p>
        ) : null}
      </div>
      {children}
    </div>
  );
}

type NumbersProps = { numbers: readonly (readonly [name: string, value: ReactNode])[] };

/** The numbers of a record, in a row. */
export function Numbers({ numbers }: NumbersProps) {
  return (
    <dl className={css.numbers}>
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ColumnsProps = { main: ReactNode; side: ReactNode };

/** Two columns, such as a record's history and its facts; one below the other where there is little room. */
export function Columns({ main, side }: ColumnsProps) {
  return (
    <div className={css.columns}>
      <div>
        <div>{main}</div>
        <div>{side}</div>
      </div>
    </div>
  );
}
