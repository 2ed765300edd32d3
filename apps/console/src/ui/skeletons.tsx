import css from "./skeletons.module.css";

type SkeletonsProps = { count?: number; height?: number };

/** The space that a list will take. It is invisible for the first 300 ms, because most lists load sooner. */
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
