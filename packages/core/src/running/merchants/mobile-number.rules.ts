export { isSupportedCountry } from "libphonenumber-js";
