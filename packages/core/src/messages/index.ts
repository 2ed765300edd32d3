export { countWaitingMessages } from "./count-waiting-messages.ts";
export { type Delivered, deliverMessages } from "./deliver-messages.ts";
export type { DeliveryDeps } from "./delivery.sql.ts";
export { forgetOldMessages } from "./forget-old-messages.ts";
export { listOutbox, type OutboxFilter, type OutboxMessage } from "./list-outbox.ts";
export { listTemplates } from "./list-templates.ts";
export {
  noMessage,
  outboxArm,
  type QueuedMessage,
  queueMessage,
  smsCountriesDoc,
  templatesDoc,
} from "./outbox.sql.ts";
export { type PrepareMessageInput, prepareMessage } from "./prepare-message.ts";
export { prepareStaffMessage, type StaffMessage } from "./prepare-staff-message.ts";
export { previewTemplate } from "./preview-template.ts";
export { removeTemplate } from "./remove-template.ts";
export { retryMessage } from "./retry-message.ts";
export { saveTemplate } from "./save-template.ts";
export { sendTestMessage } from "./send-test-message.ts";
export {
  addressOn,
  checkDelivery,
  chooseTemplate,
  fillTemplate,
  unusableTemplate,
} from "./template.rules.ts";
export { type TriedTemplate, tryTemplate } from "./try-template.ts";
export {
  type ApprovedTemplate,
  type Channel,
  type Contact,
  channels,
  type MessageSender,
  type MessageSenders,
  type MessageTemplate,
  type MessageText,
  type OutgoingMessage,
  type SendOutcome,
  type TemplateProblem,
  type WrittenTemplate,
} from "./types.ts";
