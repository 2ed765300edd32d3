import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/**
 * Returns a component whose code is loaded when it is first shown; `meanwhile` is shown until then. Use it
 * only for content that appears after an action: server-rendered content would be drawn again in the browser,
 * and lose what was entered before. A panel that the address opens uses Next's `dynamic` instead, which can
 * skip rendering on the server, but adds 1 KB to the page.
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
