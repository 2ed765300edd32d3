export { anonymizeCustomer } from "./anonymize-customer.ts";
export { anonymizeMember } from "./anonymize-member.ts";
export { type CustomerFile, exportCustomer } from "./export-customer.ts";
export { keptAnonymization } from "./member.sql.ts";
