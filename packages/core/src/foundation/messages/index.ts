export { type Delivered, deliverMessages } from "./delivery/deliver-messages.ts";
export { countWaitingMessages, type DeliveryDeps, type Waiting } from "./delivery/delivery.sql.ts";
export { forgetOldMessages } from "./delivery/forget-old-messages.ts";
export { type Language, languageOf } from "./language.rules.ts";
export { LIMIT_REACHED, OUTDATED, UNDONE } from "./outbox/outbox.rules.ts";
export {
  noMessage,
  outboxArm,
  type QueuedMessage,
  queueMessage,
  smsCountriesDoc,
} from "./outbox/outbox.sql.ts";
export { listOutbox, type OutboxMessage } from "./outbox/outbox-list.sql.ts";
export { prepareMessage } from "./outbox/prepare-message.ts";
export { prepareStaffMessage } from "./outbox/prepare-staff-message.ts";
export { retryMessage } from "./outbox/retry.sql.ts";
export { saysStatus } from "./outbox/stale.sql.ts";
export { credentialName } from "./templates/credential-name.rules.ts";
export { type BookingMessageCode, bookingMessageCodes } from "./templates/placeholders.rules.ts";
export { previewTemplate, saveTemplate } from "./templates/save-template.ts";
export { sendTestMessage } from "./templates/send-test-message.ts";
export {
  addressOn,
  checkDelivery,
  chooseTemplate,
  fillTemplate,
  unusableTemplate,
} from "./templates/template.rules.ts";
export { listTemplates, removeTemplate, templatesDoc } from "./templates/templates.sql.ts";
export { type TriedTemplate, tryTemplate } from "./templates/try-template.ts";
export {
  type ApprovedTemplate,
  type Channel,
  type Contact,
  channels,
  type MessageKind,
  type MessageSender,
  type MessageSenders,
  type MessageTemplate,
  type MessageText,
  messageKinds,
  type OutgoingMessage,
  type SendOutcome,
  type TemplateProblem,
  type WrittenTemplate,
} from "./types.ts";
