export const channels = ["email", "sms", "whatsapp"] as const;

/** A channel on which messages are sent. */
export type Channel = (typeof channels)[number];

/** The kinds of messages. One of kind `booking` goes to the guest of a booking, who need not be a customer. */
export const messageKinds = ["otp", "notice", "booking", "staff"] as const;

export type MessageKind = (typeof messageKinds)[number];

/** A merchant's template for one channel. `html` is empty if an email has only text. */
export type MessageTemplate = {
  readonly code: string;
  readonly channel: Channel;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  /** For WhatsApp only, and optional. */
  readonly approved?: ApprovedTemplate | null;
};

/**
 * A template that a provider stores and has approved. WhatsApp accepts plain text only in the 24 hours after
 * the customer wrote. Later, a message such as a one-time password needs an approved template.
 */
export type ApprovedTemplate = {
  /** The provider's name for the template. For Twilio, the SID of the content. */
  readonly name: string;
  /** The language in the provider's form: `en_US`. */
  readonly language: string;
  /** The texts that replace the provider's {{1}}, {{2}} … They may contain our own placeholders. */
  readonly parameters: readonly string[];
  /** The text that the template's button copies or opens. Null if there is no such button. */
  readonly button: string | null;
};

/**
 * A template as staff write it. If `mjml` is not empty, the email's HTML is compiled from it, and `html` is
 * ignored.
 */
export type WrittenTemplate = MessageTemplate & { readonly mjml: string };

/** A problem of a template, and the part of the template in which it is. */
export type TemplateProblem = {
  readonly problem: string;
  readonly part: "subject" | "body" | "html" | "mjml" | "approved";
};

/** The addresses of a customer. Null if the customer has none. */
export type Contact = {
  readonly email: string | null;
  /** E.164. */
  readonly mobileNumber: string | null;
};

/** The content of a message. `html` is null if the message has only text. */
export type MessageText = {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /**
   * The approved template with its texts filled. A provider that stores templates sends it instead of `text`.
   */
  readonly approved?: ApprovedTemplate;
};

/** A message for a `MessageSender`. `id` stays the same when the message is sent again. */
export type OutgoingMessage = MessageText & {
  readonly id: string;
  readonly recipient: string;
};

/**
 * The result of a send. `unknown` means that the provider's answer did not arrive, so it may have accepted
 * the message. `reason` is in our own words: `SMTP 451`, `HTTP 503`. A provider's answer may repeat the
 * message, which may contain a secret.
 */
export type SendOutcome =
  | { readonly kind: "sent"; readonly providerId: string | null }
  | { readonly kind: "failed"; readonly reason: string; readonly isPermanent: boolean }
  | { readonly kind: "unknown"; readonly reason: string };

/** Sends a message to a provider, and stops when `signal` aborts. An exception is an `unknown` outcome. */
export type MessageSender = (message: OutgoingMessage, signal: AbortSignal) => Promise<SendOutcome>;

/** The configured senders, by channel. A channel that is not configured is missing. */
export type MessageSenders = Readonly<Partial<Record<Channel, MessageSender>>>;
