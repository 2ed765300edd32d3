/** Hours from UTC to where it is noon now. */
const hours = 12 - new Date().getUTCHours();

/** A time zone in which it is between noon and one o'clock now, so that no day ends while tests run. */
export const noonZone = `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;

/** Today in `noonZone`. */
export const today = new Intl.DateTimeFormat("sv", { timeZone: noonZone }).format(new Date());

export const past = "2020-01-01";
export const future = "2099-01-01";
