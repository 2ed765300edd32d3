export const channels = ["email", "sms", "whatsapp"] as const;

/** A channel on which messages are sent. */
export type Channel = (typeof channels)[number];

/** A merchant's template for one channel. `html` is empty if an email has only text. */
export type MessageTemplate = {
  readonly code: string;
  readonly channel: Channel;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  /** Only for WhatsApp, and optional there. */
  readonly approved?: ApprovedTemplate | null;
};

/**
 * A template that a provider stores and has approved. Outside the 24 hours after a customer wrote,
 * WhatsApp accepts only these, so a one-time password as plain text would be refused.
 */
export type ApprovedTemplate = {
  /** The provider's name for it. With Twilio it is the SID of its content. */
  readonly name: string;
  /** The language in the provider's form: `en_US`. */
  readonly language: string;
  /** Texts with our placeholders, for the provider's {{1}}, {{2}} … */
  readonly parameters: readonly string[];
  /** The text that its button copies or opens; null if its button takes no text. */
  readonly button: string | null;
};

/**
 * A template as staff write it. If `mjml` is not empty, an email's HTML is compiled from it and `html`
 * is ignored. `mjml` is empty if the HTML is written by hand.
 */
export type WrittenTemplate = MessageTemplate & { readonly mjml: string };

/** A problem of a template, and the part that has it. */
export type TemplateProblem = {
  readonly problem: string;
  readonly part: "subject" | "body" | "html" | "mjml" | "approved";
};

/** The addresses of a customer. */
export type Contact = {
  readonly email: string | null;
  /** E.164. */
  readonly mobileNumber: string | null;
};

/** The content of a message; `html` is null if it has only text. */
export type MessageText = {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** The filled template. A provider that stores templates sends it instead of the text. */
  readonly approved?: ApprovedTemplate;
};

/** A message as a sender gets it. `id` stays the same when the message is sent again. */
export type OutgoingMessage = MessageText & {
  readonly id: string;
  readonly recipient: string;
};

/**
 * The result of a send. `reason` is in our own words (`SMTP 451`, `HTTP 503`), because a provider's
 * answer may repeat the message, which may contain a secret.
 */
export type SendOutcome =
  | { readonly kind: "sent"; readonly providerId: string | null }
  | { readonly kind: "failed"; readonly reason: string; readonly isPermanent: boolean };

/**
 * Hands a message to a provider, and ends when `signal` aborts. An exception counts as a temporary
 * failure.
 */
export type MessageSender = (message: OutgoingMessage, signal: AbortSignal) => Promise<SendOutcome>;

/** The senders that are configured. */
export type MessageSenders = Readonly<Partial<Record<Channel, MessageSender>>>;
