import { expect, test } from "vitest";
import { goodsBack, subtotalBack } from "../src/features/sales/goods-back.ts";

const item = { line: 1, product: "Kopi Susu", quantity: "3.000", subtotal: "10.00" };
const others = { stamps: null, isEligible: true };
const sale = { total: "9.00", items: [{ ...item, ...others }] };

test("a part of a line is rounded half up, and all is at most what is left", () => {
  const back = (count: number) => goodsBack(sale, new Map([[1, count]]));
  expect(back(0)).toEqual({ items: [], total: "0.00" });
  expect(back(2)).toEqual({
    items: [{ product: "Kopi Susu", quantity: "2", subtotal: "6.67" }],
    total: "6.67",
  });
  expect(back(3).total).toBe("9.00");
});

test("the subtotal goes back as far as it is there", () => {
  expect(subtotalBack({ subtotal: null }, "5.00")).toBeNull();
  expect(subtotalBack({ subtotal: "4.00" }, "5.00")).toBe("4.00");
  expect(subtotalBack({ subtotal: "6.00" }, "5.00")).toBe("5.00");
});
