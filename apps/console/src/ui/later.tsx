import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/**
 * A component that is loaded when it is first shown, or earlier; `meanwhile` is shown until then. Use
 * it for content that appears after an action: the server would render it too, so a panel opened by an
 * address uses Next's `dynamic`, which can skip the server, for 1 KB more on its page.
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
