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
