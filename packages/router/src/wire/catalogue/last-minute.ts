/** The last minute of a day, as older clients read it: `D-MM-YYYY HH:MM`. */
export function presentLastMinute(date: string): string {
  const [year, month, day] = date.split("-");
  return `${Number(day)}-${month}-${year} 23:59`;
}
