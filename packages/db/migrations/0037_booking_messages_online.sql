-- online
ALTER TABLE "outbox_messages" VALIDATE CONSTRAINT "outbox_messages_kind";