import { defineConfig } from "drizzle-kit";
import { casing } from "./src/casing.ts";

export default defineConfig({
  dialect: "postgresql",
  schema: "./src/schema/index.ts",
  out: "./migrations",
  casing,
});
