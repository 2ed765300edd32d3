const A_YEAR_S = 365 * 24 * 60 * 60;

/** The HSTS header. Browsers that receive it use only HTTPS for a year. */
export const strictTransport = ["strict-transport-security", `max-age=${A_YEAR_S}`] as const;

/** The `detail` of the response to a call over plain HTTP, if the service requires HTTPS. */
export const USE_HTTPS = "Please use https instead of http";
