import type en from "./en.json";

declare module "use-intl/core" {
  interface AppConfig {
    Messages: typeof en;
  }
}
