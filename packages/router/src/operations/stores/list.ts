import { mostOf } from "@stampbook/core/limits";
import { listStoresOfCaller } from "@stampbook/core/merchants";
import { z } from "zod";
import { operation } from "../../trpc.ts";
import { flag, id, wholeNumber } from "../../wire/fields.ts";
import { optional, withDefault } from "../../wire/reading.ts";
import { hasNext } from "../../wire/shown.ts";
import { presentStore, Store } from "../../wire/stores/store.ts";

/**
 * The stores in which the token may act. It needs no scope, because a till must learn their ids. Interface
 * P1.
 */
export const list = operation
  .meta({
    summary: "Lists the merchant's stores (P1)",
    example: {
      body: { is_active: true },
      answer: {
        stores: [
          {
            id: 32,
            name: "Kemang",
            code: "TK5Z",
            area: "South Jakarta",
            display_name: "Kopi Kemang",
            address: "Jl Kemang Raya 1",
            phone: "+62217190000",
            email: "kemang@example.com",
            slug: null,
            latitude: null,
            longitude: null,
            timezone: "Asia/Jakarta",
            photo_url: null,
            is_active: true,
            description: null,
            regency: null,
            province: null,
            store_hours: null,
            photos_url: [],
            special_days: [],
            largest_party: 20,
            slot_minutes: 30,
            covers_per_slot: 40,
          },
        ],
        has_next: false,
      },
    },
    rest: { path: "/api/v4/stores", operationId: "listStores", methods: ["GET"] },
  })
  .input(
    z.object({
      is_active: optional(flag).describe("Only those that are active, or only those that are not."),
      last_store_id: optional(id).describe("The id of the last store of the page before."),
      per_page: withDefault(wholeNumber(1, mostOf.page), mostOf.page).describe(
        "How many are shown at a time.",
      ),
    }),
  )
  .output(z.object({ stores: z.array(Store).describe("The stores, by id."), has_next: hasNext }))
  .query(async ({ ctx, input }) => {
    const { is_active: isActive, last_store_id: after, per_page: limit } = input;
    const found = await listStoresOfCaller(ctx.coreFor(input), { isActive, after, limit });
    return { stores: found.stores.map(presentStore), has_next: found.hasNext };
  });
