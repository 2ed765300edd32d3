import { useEffect, useState } from "react";

/** Whether a moment is in the future. */
export function useIsAhead(moment: string | null): boolean {
  const [, look] = useState(0);
  const end = moment === null ? 0 : Date.parse(moment);
  useEffect(() => {
    const left = end - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => look((count) => count + 1), left);
    return () => clearTimeout(timer);
  }, [end]);
  return end > Date.now();
}
