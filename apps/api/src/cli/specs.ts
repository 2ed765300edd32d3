/** An option of a command. Without `value` it is a flag. */
type OptionSpec = {
  /** What the option takes, in the help: `<id>`. */
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly says: string;
};

/** A command: what it takes, and what it does. */
export type CommandSpec = {
  /** An argument without a name, in the help: `<file>`. */
  readonly takes?: string;
  readonly says: string;
  readonly options?: Readonly<Record<string, OptionSpec>>;
};

const merchant = { value: "<id>", isRequired: true, says: "the merchant" } as const;
const json = { says: "writes the result as one line of JSON" };
const customer = { value: "<customer>", isRequired: true, says: "the customer" } as const;
const ofCustomer = { merchant, id: customer };

/** Every command. The help, the reading of arguments and the documents' table come from it. */
export const specs = {
  import: {
    takes: "<file>",
    says: "creates a merchant from a JSON file, all or nothing; prints what it created, and each new token and password once",
    options: { json },
  },
  export: {
    says: "writes a merchant to standard output, in the format of import",
    options: { merchant },
  },
  "token create": {
    says: "makes a token and prints it once",
    options: {
      merchant,
      name: { value: "<name>", isRequired: true, says: "such as the till that uses it" },
      scopes: { value: "<scope,…>", isRequired: true, says: "what it may do: '*' for all" },
      stores: { value: "<id,…>", says: "the stores to which it is limited" },
      expires: { value: "<YYYY-MM-DD>", says: "its last day" },
      json,
    },
  },
  "token list": {
    says: "lists a merchant's tokens, without their secrets",
    options: { merchant, json },
  },
  "token revoke": {
    says: "ends a token within a second",
    options: { merchant, id: { value: "<token>", isRequired: true, says: "the token" }, json },
  },
  "staff reset-second-factor": {
    takes: "<email>",
    says: "lets a person sign in with the password alone, and ends all their sessions",
    options: { json },
  },
  "staff confirm-email": {
    takes: "<email>",
    says: "confirms that a person has their address, so that they may join a second merchant",
    options: { json },
  },
  "customer export": {
    says: "writes all data about one customer to standard output, as JSON",
    options: ofCustomer,
  },
  "customer anonymize": {
    says: "erases a customer's personal data permanently",
    options: {
      ...ofCustomer,
      reason: { value: "<why>", isRequired: true, says: "for the audit log" },
      confirm: { value: "<customer>", isRequired: true, says: "the customer again" },
      json,
    },
  },
  audit: {
    says: "checks stamps, values and uses against their ledgers",
    options: { merchant: { value: "<id>", says: "this merchant only" }, json },
  },
  "restore-check": {
    takes: "<dump>",
    says: "restores a dump of pg_dump into a scratch database, checks it there with the keys that are set, and drops it",
    options: {
      server: { value: "<url>", says: "the server to use, in place of that of DATABASE_URL" },
      keep: { says: "keeps the scratch database, and prints its name" },
      json,
    },
  },
  move: {
    says: "moves a merchant with its whole history to another installation's database, beside its tills",
    options: {
      merchant,
      to: { value: "<url>", isRequired: true, says: "the other installation's database" },
      from: { value: "<url>", says: "this one, as the other server reaches it; else DATABASE_URL" },
      address: { value: "<url>", says: "the other installation's public address, for callers" },
      pause: { value: "<seconds>", says: "how long its calls may stop; else 2" },
      back: { says: "takes back a move that is not confirmed, or gives it up" },
      confirm: { says: "ends the move, and deletes the merchant's rows here" },
      json,
    },
  },
  deliver: {
    says: "sends queued messages until it is stopped, beside the API, which sends them too",
  },
  migrate: {
    says: "applies missing migrations; a start does so too",
    options: {
      check: { says: "applies none, and says which calls will wait, and for how long" },
      json,
    },
  },
  doctor: {
    says: "checks settings, keys, HTTPS, the console, the database and the clock; changes nothing and says what to do",
    options: { json },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type CommandName = keyof typeof specs;
