const A_YEAR_S = 365 * 24 * 60 * 60;

/** The HSTS header. For a year, browsers then use only HTTPS. */
export const strictTransport = ["strict-transport-security", `max-age=${A_YEAR_S}`] as const;

/** The `detail` of the response to a call over plain HTTP, if the service requires HTTPS. */
export const USE_HTTPS = "Please use https instead of http";
