import { tryEmail } from "../../delivery/email.ts";
import { nameOf } from "../../delivery/http.ts";
import { harmlessRequest } from "../../delivery/providers.ts";
import type { DeliverySettings, HttpProvider } from "../../delivery/settings.ts";
import type { Finding } from "../finding.ts";

const ANSWER_MS = 10_000;

/**
 * Signs in to the mail server and asks each provider of messages, without sending anything. Says the channels
 * with their providers; never an account or a password.
 */
export async function trySenders({ email, sms, whatsapp }: DeliverySettings): Promise<Finding> {
  const set = await Promise.all([
    email && said(`email by ${new URL(email.url).host}`, "SMTP_URL", tryEmail(email.url)),
    sms && said(`SMS by ${sms.provider}`, "SMS_…", tryProvider(sms)),
    whatsapp && said(`WhatsApp by ${whatsapp.provider}`, "WHATSAPP_…", tryProvider(whatsapp)),
  ]);
  const tried = set.filter((channel) => channel !== null);
  const nothing = "nothing configured: no email, SMS or WhatsApp is sent";
  return {
    ok: tried.every(({ ok }) => ok),
    of: "delivery",
    says: tried.map(({ says }) => says).join("\n") || nothing,
  };
}

async function said(channel: string, settings: string, failing: Promise<string | null>) {
  const reason = await failing;
  if (reason === null) return { ok: true, says: `${channel}: it answers` };
  return { ok: false, says: `${channel} does not work (${reason}): look at ${settings}` };
}

/** Returns why the provider does not take our account; null if it does. A webhook has only to answer. */
async function tryProvider(provider: HttpProvider): Promise<string | null> {
  const { url, ...request } = harmlessRequest(provider);
  try {
    const response = await fetch(url, {
      ...request,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.body?.cancel();
    const isTaken = provider.provider === "webhook" ? response.status < 500 : response.ok;
    return isTaken ? null : `HTTP ${response.status}`;
  } catch (error) {
    return `no answer: ${nameOf(error)}`;
  }
}
