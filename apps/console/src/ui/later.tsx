import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/**
 * A part that is fetched when it is first shown, or before; `meanwhile` stands in its place. For what
 * shows after somebody has done something: the server would render it too, so a panel that an address
 * opens keeps to Next's `dynamic`, which can be told not to, for 1 KB more on its page.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
) {
  const Part = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  );
}
