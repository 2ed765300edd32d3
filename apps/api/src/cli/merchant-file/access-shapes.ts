import { staffRoles } from "@stampbook/core/context";
import { mostOf, staffPasswordLength } from "@stampbook/core/limits";
import type { Moved } from "@stampbook/core/moving";
import { scopes } from "@stampbook/core/scopes";
import { z } from "zod";
import { email, expects, maybe, moment, oneOf, password, storeIds, text } from "./fields.ts";

const verifierForm = /^sha256\$([A-Za-z0-9._~+/=-]{1,12})\$([0-9a-f]{64})$/;

/**
 * A token's verifier, `sha256$<the secret's first characters>$<the secret's SHA-256>`. With it,
 * a till's token still works after the merchant is exported and imported elsewhere.
 */
const tokenVerifier = z
  .string(expects("a token's verifier, as export writes it"))
  .regex(verifierForm, "must be a token's verifier, as export writes it")
  .transform((value) => {
    const [, prefix = "", hash = ""] = verifierForm.exec(value) ?? [];
    return { prefix, hash };
  });

const tokenSchema = z
  .strictObject(
    {
      name: text(mostOf.name, 1),
      token: maybe(
        z
          .string(expects("text"))
          .regex(
            /^[A-Za-z0-9._~+/=-]{32,255}$/,
            "has 32 to 255 characters, of letters, digits and ._~+/=-",
          ),
      ),
      token_verifier: maybe(tokenVerifier),
      scopes: z
        .array(oneOf(["*", ...scopes.filter((scope) => scope !== "*")]), expects("a list"))
        .min(1, "is empty: choose scopes, * for all"),
      stores: storeIds,
      expires_at: maybe(moment),
    },
    expects("an object"),
  )
  .refine((row) => row.token === null || row.token_verifier === null, {
    path: ["token_verifier"],
    error: "is given beside a token",
  });

/**
 * Tokens in an import file. A token with neither secret nor verifier gets a secret, which is printed once.
 */
export const tokens = {
  schema: tokenSchema,
  toRow: (wire: z.output<typeof tokenSchema>): Moved["tokens"] => ({
    name: wire.name,
    secret: wire.token,
    verifier: wire.token_verifier,
    scopes: wire.scopes,
    stores: wire.stores,
    expiresAt: wire.expires_at,
  }),
  present: (row: Moved["tokens"]) => ({
    name: row.name,
    token_verifier: row.verifier && `sha256$${row.verifier.prefix}$${row.verifier.hash}`,
    scopes: row.scopes,
    stores: row.stores,
    expires_at: row.expiresAt,
  }),
};

const staffSchema = z
  .strictObject(
    {
      email,
      name: text(mostOf.name, 1),
      password: maybe(password(staffPasswordLength)),
      password_verifier: maybe(text(1_000)),
      role: oneOf(staffRoles),
      stores: storeIds,
    },
    expects("an object"),
  )
  .refine((row) => row.password === null || row.password_verifier === null, {
    path: ["password_verifier"],
    error: "is given beside a password",
  });

/** Staff in an import file: the people who work for the merchant. */
export const staff = {
  schema: staffSchema,
  toRow: (wire: z.output<typeof staffSchema>): Moved["staff"] => ({
    email: wire.email,
    name: wire.name,
    password: wire.password,
    passwordVerifier: wire.password_verifier,
    role: wire.role,
    stores: wire.stores,
  }),
  present: (row: Moved["staff"]) => ({
    email: row.email,
    name: row.name,
    password_verifier: row.passwordVerifier,
    role: row.role,
    stores: row.stores,
  }),
};
