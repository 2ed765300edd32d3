import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/**
 * A component that is loaded when it is first shown, or earlier; `meanwhile` is shown until then. Use
 * it only for content that appears after an action: what the server renders would be drawn again in the
 * browser, without what was entered before. A panel opened by an address uses Next's `dynamic`, which
 * can skip the server, for 1 KB more on its page.
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
