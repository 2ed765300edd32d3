import { describe, expect, test } from "vitest";
import { runAudit } from "../../foundation/audit/index.ts";
import { createSecrets } from "../../foundation/secrets.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { addBooking, cancelByLink, confirmBooking, getBookingByLink } from "../index.ts";
import { readToken, tokenOf } from "./link.rules.ts";

const first = "the first key of this installation, long enough";
const second = "the second key of this installation, long enough";
const link = { merchantId: 7, bookingId: 123_456, ends: 1_801_371_600 };

describe("a token", () => {
  const secrets = createSecrets({ current: first, old: [] });
  const token = tokenOf({ secrets }, link);

  test("says what it opens, in 128 bits that nobody can make without the key", () => {
    expect(token).toMatch(/^v1\.7\.2n9c\.tshn80\.[\w-]{22}$/);
    expect(readToken({ secrets }, token)).toEqual(link);
    expect(tokenOf({ secrets }, link)).toBe(token);
  });

  test("is read with an old key, and not with another", () => {
    const rotated = createSecrets({ current: second, old: [first] });
    expect(readToken({ secrets: rotated }, token)).toEqual(link);
    expect(tokenOf({ secrets: rotated }, link)).not.toBe(token);
    const stranger = createSecrets({ current: second, old: [] });
    expect(readToken({ secrets: stranger }, token)).toBeNull();
  });

  test("T64: is nothing after any change", () => {
    for (let at = 0; at < token.length; at++) {
      const other = token.charAt(at) === "b" ? "c" : "b";
      const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
      expect([changed, readToken({ secrets }, changed)]).toEqual([changed, null]);
    }
    for (const changed of ["", token.slice(0, -1), `${token}A`, token.replace(".7.", ".07.")])
      expect(readToken({ secrets }, changed)).toBeNull();
  });
});

describe("a link", () => {
  const t = harnessOfFile();

  /** A guest's booking, and the token of its link. */
  async function booked() {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant, { slotMinutes: 30, coversPerSlot: 4 });
    const when = { date: "2099-11-20", time: "19:30" };
    const party = { phone: "0812 3456", numberOfPeople: 4, notes: null };
    const input = { ...when, ...party, user: "guest@example.com", store: store.id };
    const { id, link } = await addBooking(t.deps, input);
    const again = () => addBooking(t.deps, { ...input, phone: "0812 3457" });
    return { merchant, id, again, token: String(link).split("#")[1] ?? "" };
  }

  test("opens the booking until a day after its time", async () => {
    const { id, token } = await booked();
    const at = (moment: string) => ({ ...t.deps, clockOffsetMs: t.offsetTo(moment) });
    expect(await getBookingByLink(t.deps, token)).toMatchObject({ id, canCancel: true });
    const late = at("2099-11-21T12:25:00Z");
    expect(await getBookingByLink(late, token)).toMatchObject({ id, canCancel: false });
    const ended = at("2099-11-21T12:35:00Z");
    expect((await refusalOf(getBookingByLink(ended, token))).code).toBe("booking_not_found");
    expect((await refusalOf(cancelByLink(ended, token))).code).toBe("booking_not_found");
    expect((await refusalOf(cancelByLink(late, token))).code).toBe("booking_too_late");
  });

  test("is none where the service has no public address", async () => {
    const { publicUrl: _, ...deps } = t.deps;
    const store = await t.given.store(await t.given.merchant());
    const when = { store: store.id, date: "2099-11-20", time: "19:30" };
    const party = { user: "guest@example.com", phone: "0812 3456", numberOfPeople: 4, notes: null };
    expect((await addBooking(deps, { ...when, ...party })).link).toBeNull();
  });

  test("cancels once, beside a decision by staff: one of both is refused", async () => {
    const { merchant, id, token } = await booked();
    const caller = {
      kind: "staff",
      merchant,
      userId: "sita",
      role: "cashier",
      stores: null,
    } as const;
    const staff = confirmBooking(t.as(merchant, { caller }), { id, revision: 1 }).then(
      ({ status }) => status,
      (error) => error.refusal.code,
    );
    const guests = Array.from({ length: 5 }, () => cancelByLink(t.deps, token));
    const answers = await Promise.all(guests);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["Canceled"]));
    expect(["Confirmed", "stale_revision"]).toContain(await staff);
    const made = await t.db.execute(`select from booking_changes
      where merchant_id = ${merchant.id} and booking_id = ${id} and changed_by = 'guest'`);
    expect(made).toHaveLength(1);
  });

  test("gives the seats back with the cancel", async () => {
    const { merchant, again, token } = await booked();
    expect((await refusalOf(again())).code).toBe("booking_slot_full");
    await cancelByLink(t.deps, token);
    await cancelByLink(t.deps, token);
    expect((await again()).status).toBe("Requested");
    expect((await refusalOf(again())).code).toBe("booking_slot_full");
    expect(await runAudit(t.db, merchant.id)).toEqual([]);
  });
});
