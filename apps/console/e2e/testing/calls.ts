import { type APIRequestContext, expect } from "@playwright/test";
import { confirmPassword } from "./enter.ts";
import { linkTo } from "./link-to.ts";
import { newPhone, postRest } from "./rest.ts";

/** The id of the store that most tests use. */
export const KEMANG = 32;
/** The id of a store in which the cashier does not work. */
export const LOSARI = 33;

/** A new member of staff, for `hire`. */
export type Newcomer = { readonly name: string; readonly email: string; readonly password: string };

/** Returns functions that create test data through the service, with the session of `request`. */
export function callsOf(request: APIRequestContext, baseURL = "") {
  async function mutate(procedure: string, input: unknown) {
    const send = () =>
      request.post(`/trpc/${procedure}`, { data: input, headers: { origin: baseURL } });
    const answer = await send();
    if (answer.status() !== 403 || !(await answer.text()).includes("fresh_password_required"))
      return answer;
    await confirmPassword(request, baseURL);
    return send();
  }
  return {
    /** Invites a person and accepts the invitation. Returns the invitation's link, which no longer works. */
    async hire({ name, email, password }: Newcomer, role: "cashier" | "manager") {
      const input = { email, role, stores: [KEMANG] };
      expect((await mutate("staff.settings.staff.invite", input)).ok()).toBe(true);
      const link = await linkTo(email);
      const secret = new URLSearchParams(new URL(link).hash.slice(1)).get("secret");
      const accepted = await mutate("staff.invitation.accept", { secret, name, password });
      expect(accepted.ok(), await accepted.text()).toBe(true);
      return link;
    },
    /** Enters three wrong PINs, which block the customer's PIN. */
    async blockPin(user: string) {
      for (const pin of ["000001", "000002", "000003"])
        await mutate("redemptions.authorize", { user, pin, request_id: `e2e ${pin}`, timeout: 60 });
    },
    /** Returns the voucher's number and code. */
    async issueVoucher(customerId: number, templateId: number) {
      const input = { customerId, templateId, reason: "For a journey" };
      const issued = await mutate("staff.customers.issueVoucher", input);
      expect(issued.ok(), await issued.text()).toBe(true);
      const { id, code } = (await issued.json()).result.data.voucher;
      return { id: Number(id), code: String(code) };
    },
    async codeOf(voucherId: number) {
      const input = encodeURIComponent(JSON.stringify({ voucherId }));
      const read = await request.get(`/trpc/staff.vouchers.get?input=${input}`);
      expect(read.ok(), await read.text()).toBe(true);
      return String((await read.json()).result.data.code);
    },
    /** Generates unassigned codes, waits until all are generated, and returns them. */
    async generateCodes(templateId: number, quantity: number) {
      const started = await mutate("staff.catalogue.generateCodes", { templateId, quantity });
      expect(started.ok(), await started.text()).toBe(true);
      const { id } = (await started.json()).result.data;
      let codes: readonly string[] = [];
      await expect(async () => {
        const file = await (await request.get(`/catalogue/codes/${id}/csv`)).text();
        codes = file.trim().split("\r\n").slice(1);
        expect(codes).toHaveLength(quantity);
      }).toPass();
      return codes.map((line) => line.split(",")[0] ?? "");
    },
    /**
     * Adds a store, or a reward or a voucher template to the catalogue, and returns its number. Needs an
     * owner's session.
     */
    async add(
      kind: "settings.stores" | "catalogue.rewards" | "catalogue.voucherTemplates",
      fields: object,
    ) {
      const added = await mutate(`staff.${kind}.create`, fields);
      expect(added.ok(), await added.text()).toBe(true);
      return Number((await added.json()).result.data.id);
    },
    /** Returns the number of the redemption, and of its voucher if the reward issues one. */
    async redeemReward(user: string, reward = 1, invoice_number = "", store = KEMANG, qty = 1) {
      const given = { user, store, reward, channel: 2, invoice_number, qty };
      const { result } = await (await mutate("redemptions.redeemReward", given)).json();
      return { redemption: Number(result.data.redemption.id), voucher: result.data.voucher?.id };
    },
    /**
     * Issues a token, and sends a sale with the token, as a POS does. Returns the sale's number.
     * Needs an owner's session, because only owners issue tokens.
     */
    async sell(sale: Record<string, unknown>) {
      const token = { name: "Old till of a journey", scopes: ["transactions"], stores: [] };
      const issued = await (await mutate("staff.settings.tokens.issue", token)).json();
      const sent = { store: KEMANG, number_of_people: 2, ...sale };
      const { secret } = issued.result.data;
      const added = await postRest(request, "v2/transactions/add", sent, secret);
      expect(added.ok(), await added.text()).toBe(true);
      return Number((await added.json()).transaction.id);
    },
    async deductValue(user: string, voucher: number, value: string, store = KEMANG) {
      await mutate("vouchers.deductValue", { user, store, voucher, value });
    },
    /** Returns the redemption's number. */
    async redeemVoucher(user: string, voucher: number, store = KEMANG) {
      const given = { user, store, voucher, channel: 2 };
      const redeemed = await mutate("redemptions.redeemVoucher", given);
      expect(redeemed.ok(), await redeemed.text()).toBe(true);
      return Number((await redeemed.json()).result.data.redemption.id);
    },
    /** Cancels a redemption, and issues a new voucher for the voucher that it used. */
    async replace(redemptionId: number) {
      const given = { redemptionId, createReplacementVoucher: true, reason: "Wrong one" };
      const canceled = await mutate("staff.redemptions.cancel", given);
      expect(canceled.ok(), await canceled.text()).toBe(true);
    },
    /** Saves the text of a message by email. Needs an owner's session. */
    async writeMail(code: string, subject: string, body: string) {
      const template = { code, channel: "email", subject, body };
      const saved = await mutate("staff.settings.messageTemplates.save", template);
      expect(saved.ok(), await saved.text()).toBe(true);
    },
    /** Sets the customer of a booking that is still at revision 1. */
    async matchBooking(id: number, user: string) {
      await mutate("staff.bookings.match", { id, revision: 1, user });
    },
    async book(booking: Record<string, unknown>) {
      const response = await request.post("/trpc/bookings.add", {
        data: { phone: newPhone(), number_of_people: 4, user: "M0001", ...booking },
        headers: { origin: baseURL },
      });
      expect(response.ok(), await response.text()).toBe(true);
      const { result } = await response.json();
      return Number(result.data.booking.id);
    },
  };
}
