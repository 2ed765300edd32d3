/** A language of the messages that the service writes itself. */
export type Language = "en" | "id";

/** Returns the language of a merchant's country, because customers and staff have no language setting. */
export const languageOf = (country: string): Language => (country === "ID" ? "id" : "en");

const locales: Readonly<Record<Language, string>> = { en: "en-GB", id: "id-ID" };

const writtenBy = (language: Language, format: Intl.DateTimeFormatOptions, text: string) =>
  new Intl.DateTimeFormat(locales[language], { ...format, timeZone: "UTC" }).format(new Date(text));

/** Returns a day, `YYYY-MM-DD`, in words: `Minggu, 14 Februari 2027`. */
export const dayInWords = (date: string, language: Language): string =>
  writtenBy(language, { dateStyle: "full" }, `${date}T00:00:00Z`);

/** Returns a time of day, `HH:MM:SS`, as people write it: `19:30`, in Indonesian `19.30`. */
export const timeInWords = (time: string, language: Language): string =>
  writtenBy(language, { timeStyle: "short" }, `2000-01-01T${time}Z`);
