const A_YEAR_S = 365 * 24 * 60 * 60;

/** Tells a browser that came by HTTPS to come by nothing else for a year: a header's name and value. */
export const strictTransport = ["strict-transport-security", `max-age=${A_YEAR_S}`] as const;

/** The answer to a call over plain HTTP where HTTPS is required. */
export const USE_HTTPS = "Please use https instead of http";
