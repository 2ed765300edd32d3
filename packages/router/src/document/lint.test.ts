import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { documents } from "./documents.ts";

const problemsOf = async (source: string) => {
  // there is no license to name yet
  const config = await createConfig({ extends: ["recommended"], rules: { "info-license": "off" } });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => ({
    ruleId,
    message,
    at: location[0]?.pointer,
  }));
};

const text = documents()["openapi.json"];

it("10: redocly has no error and no warning", async () => {
  expect(await problemsOf(text)).toEqual([]);
});

it("10: redocly finds a component that nothing refers to", async () => {
  const document = JSON.parse(text);
  document.components.schemas.Unused = { type: "string" };
  const found = await problemsOf(JSON.stringify(document));
  expect(found.map(({ ruleId }) => ruleId)).toEqual(["no-unused-components"]);
});
