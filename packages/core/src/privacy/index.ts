export { type Anonymization, anonymizeCustomer } from "./anonymize-customer.ts";
export { type CustomerFile, exportCustomer } from "./export-customer.ts";
