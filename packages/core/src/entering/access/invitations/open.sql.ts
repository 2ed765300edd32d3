import { schema } from "@stampbook/db";
import { and, isNull, type SQL } from "drizzle-orm";

const { acceptedAt, revokedAt } = schema.staffInvitations;

/** Whether an invitation was neither accepted nor revoked. It may have expired. */
export const isOpen: SQL | undefined = and(isNull(acceptedAt), isNull(revokedAt));
