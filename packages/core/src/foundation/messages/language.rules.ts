/** A language of the messages that the service writes itself. */
export type Language = "en" | "id";

/** Returns the language of a merchant's country, because customers and staff have no language setting. */
export const languageOf = (country: string): Language => (country === "ID" ? "id" : "en");
