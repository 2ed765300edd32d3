/** The background colors of globals.css, for use outside of a page: the system's bars, an installed icon. */
export const grounds = {
  light: { page: "#f8f9fb", surface: "#ffffff" },
  dark: { page: "#141517", surface: "#1d1e21" },
} as const;
