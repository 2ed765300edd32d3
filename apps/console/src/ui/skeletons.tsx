import css from "./skeletons.module.css";

type SkeletonsProps = { count?: number; height?: number };

/** The room that a list is going to take. It is not seen in the first 300 ms: most come sooner. */
export function Skeletons({ count = 5, height = 44 }: SkeletonsProps) {
  const rows = Array.from({ length: count }, (_, row) => `row ${row}`);
  return (
    <div aria-hidden className={css.skeletons} data-skeletons>
      {rows.map((row) => (
        <div key={row} style={{ height }} />
      ))}
    </div>
  );
}
