export const channels = ["email", "sms", "whatsapp"] as const;

/** How a message reaches a customer. */
export type Channel = (typeof channels)[number];

/** A merchant's own text for one channel. `html` is empty where an email is text alone. */
export type MessageTemplate = {
  readonly code: string;
  readonly channel: Channel;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  /** Of WhatsApp alone; there is none where it is left out. */
  readonly approved?: ApprovedTemplate | null;
};

/**
 * A template that a provider keeps and has approved. WhatsApp takes nothing else outside the 24 hours
 * after a customer wrote, so no one-time password as plain text.
 */
export type ApprovedTemplate = {
  /** The provider's name for it: with Twilio, the SID of its content. */
  readonly name: string;
  /** As the provider writes it: `en_US`. */
  readonly language: string;
  /** Texts with our placeholders, for the provider's {{1}}, {{2}} … */
  readonly parameters: readonly string[];
  /** What its button copies or opens, where it has one that takes a text. */
  readonly button: string | null;
};

/**
 * A template as staff write it. Where there is `mjml`, an email's HTML is compiled from it, and `html`
 * is not looked at; it is empty where the HTML is written by hand.
 */
export type WrittenTemplate = MessageTemplate & { readonly mjml: string };

/** What is wrong with a template, and with which part of it. */
export type TemplateProblem = {
  readonly problem: string;
  readonly part: "subject" | "body" | "html" | "mjml" | "approved";
};

/** Where a customer can be reached. */
export type Contact = {
  readonly email: string | null;
  /** E.164. */
  readonly mobileNumber: string | null;
};

/** What a message says; `html` null where it is text alone. */
export type MessageText = {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Filled; a provider that keeps templates sends it in place of the text. */
  readonly approved?: ApprovedTemplate;
};

/** A message as a sender is given it. `id` stays the same when it is sent again. */
export type OutgoingMessage = MessageText & {
  readonly id: string;
  readonly recipient: string;
};

/**
 * What became of a message. `reason` is in words of our own (`SMTP 451`, `HTTP 503`): a provider's
 * answer may repeat the message, and with it a secret.
 */
export type SendOutcome =
  | { readonly kind: "sent"; readonly providerId: string | null }
  | { readonly kind: "failed"; readonly reason: string; readonly isPermanent: boolean };

/** Hands a message to a provider. It ends by the time that `signal` says; what it throws is a failure that may pass. */
export type MessageSender = (message: OutgoingMessage, signal: AbortSignal) => Promise<SendOutcome>;

/** The senders that are set up. */
export type MessageSenders = Readonly<Partial<Record<Channel, MessageSender>>>;
