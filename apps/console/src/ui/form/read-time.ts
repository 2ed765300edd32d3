const time = /^(\d{1,2})(?:[:. ]?(\d{2}))?(?::(\d{2}))?\s*([ap])?\.?m?\.?$/i;

/**
 * Returns a typed time as `HH:MM`: `9`, `930`, `9.30`, `09:30` and `9:30 pm` are times. Seconds are kept. Null
 * if it is no time.
 */
export function readTime(text: string): string | null {
  const [, hour, minutes = "00", seconds, half] = time.exec(text.trim()) ?? [];
  if (hour === undefined) return null;
  const isHalf = half !== undefined;
  const hours = isHalf ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  if (isHalf && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const clock = `${String(hours).padStart(2, "0")}:${minutes}`;
  return seconds === undefined ? clock : `${clock}:${seconds}`;
}
