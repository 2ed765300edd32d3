import type { CoreDeps } from "@stampbook/core/context";
import { APIError, getSessionFromCtx } from "better-auth/api";
import { personOfChallenge } from "../staff-accounts/person-of-challenge.ts";
import type { Call } from "./secret-tries.ts";

/** The column that each path decrypts. */
const columns: Readonly<Record<string, "secret" | "backupCodes">> = {
  "/two-factor/verify-totp": "secret",
  "/two-factor/verify-backup-code": "backupCodes",
};

/** better-auth's format of an encrypted text: the key's id, then the text. */
const envelope = /^\$ba\$(\d{1,10})\$/;

/**
 * Refuses a code of an authenticator or a recovery code, with 503, if the key with which it was stored is not
 * set. Call it before the try is counted.
 */
export async function refuseUnknownKey(core: CoreDeps, ctx: Call): Promise<void> {
  const column = columns[ctx.path];
  if (!column) return;
  const userId = (await getSessionFromCtx(ctx))?.user.id ?? (await personOfChallenge(ctx));
  if (!userId) return;
  const factor = await ctx.context.adapter.findOne<Record<typeof column, string>>({
    model: "twoFactor",
    where: [{ field: "userId", value: userId }],
  });
  const [, keyId] = envelope.exec(factor?.[column] ?? "") ?? [];
  const known = core.secrets.keysFor("staff auth");
  if (keyId === undefined || known.some(({ id }) => id === Number(keyId))) return;
  const { message } = core.secrets.keyUnknown(keyId).refusal;
  throw new APIError("SERVICE_UNAVAILABLE", { code: "KEY_NOT_SET", message });
}
