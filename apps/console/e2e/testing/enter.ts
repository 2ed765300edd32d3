import { type APIRequestContext, expect } from "@playwright/test";
import { PASSWORD } from "./merchant.ts";

/** Signs a person in without the sign-in page. */
export async function enter(request: APIRequestContext, email: string, baseURL = "") {
  const answer = await request.post("/staff-auth/sign-in/email", {
    data: { email, password: PASSWORD },
    headers: { origin: baseURL },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/**
 * Enters the person's password again, as the console's dialog does. For five minutes the session may then give
 * access and data to others. Does nothing in a session that a PIN opened.
 */
export async function confirmPassword(request: APIRequestContext, origin: string): Promise<void> {
  await request.post(`${origin}/staff-auth/verify-password`, {
    data: { password: PASSWORD },
    headers: { origin },
  });
}
