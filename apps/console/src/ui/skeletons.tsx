import { Skeleton } from "@mantine/core";

type SkeletonsProps = { count?: number; height?: number };

/** The room that a list is going to take. */
export function Skeletons({ count = 5, height = 44 }: SkeletonsProps) {
  const rows = Array.from({ length: count }, (_, row) => `row ${row}`);
  return (
    <div aria-hidden style={{ display: "grid", gap: 8 }}>
      {rows.map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  );
}
