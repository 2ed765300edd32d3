import { expect, it } from "vitest";
import { customer } from "../testing/domain-values.ts";
import { presentUser, User } from "./user.ts";

it("shows the whole customer, the id as a string", () => {
  expect(User.parse(presentUser(customer))).toEqual({
    id: "123",
    name: "Customer",
    gender: "male",
    address: "Jl Raya 1",
    is_active: true,
    email: "customer@example.com",
    phone: "+6281239871234",
    picture_url: null,
    birthday: "1989-10-01",
  });
});
