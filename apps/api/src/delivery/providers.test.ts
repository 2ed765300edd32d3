import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSenders } from "./senders.ts";
import type { HttpProvider } from "./settings.ts";

type Call = { path: string; headers: IncomingHttpHeaders; body: string };

let server: Server;
let url: string;
let calls: Call[];
let answer: { status: number; body: string; headers?: Record<string, string> };
/** What the server does with a call that it has received, instead of answering it. */
let drop: ((response: ServerResponse) => void) | null;
beforeEach(async () => {
  calls = [];
  answer = { status: 201, body: "{}" };
  drop = null;
  server = createServer(async (request, response) => {
    calls.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
    if (drop) return drop(response);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const message = {
  id: "m-1",
  recipient: "+628123456789",
  subject: "",
  text: "Your code is 123456 & more",
  html: null,
};
const twilio = (from = "+15005550006"): HttpProvider => ({
  provider: "twilio",
  url,
  account: "AC1",
  token: "secret",
  from,
});
const senders = (sms: HttpProvider | null, whatsapp: HttpProvider | null = null) =>
  createSenders({ email: null, sms, whatsapp });
const send = (by: HttpProvider, channel: "sms" | "whatsapp" = "sms", parts = {}) => {
  const sender = channel === "sms" ? senders(by).sms : senders(null, by).whatsapp;
  return sender?.({ ...message, ...parts }, AbortSignal.timeout(120_000));
};
const approved = {
  name: "otp_code",
  language: "id",
  parameters: ["123456", "5"],
  button: "123456",
};

describe("Twilio's Messages", () => {
  test("take an SMS", async () => {
    answer.body = JSON.stringify({ sid: "SM1", body: message.text });
    expect(await send(twilio())).toEqual({ kind: "sent", providerId: "SM1" });
    const [call] = calls;
    expect(call?.path).toBe("/2010-04-01/Accounts/AC1/Messages.json");
    expect(call?.headers.authorization).toBe(`Basic ${btoa("AC1:secret")}`);
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      To: "+628123456789",
      From: "+15005550006",
      Body: message.text,
    });
  });

  test("take WhatsApp, and a messaging service in place of a number", async () => {
    await send(twilio(), "whatsapp");
    await send(twilio("MG9"));
    expect(calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toMatchObject([
      { To: "whatsapp:+628123456789", From: "whatsapp:+15005550006" },
      { To: "+628123456789", MessagingServiceSid: "MG9" },
    ]);
  });

  test("take a content in place of a text, for the template that WhatsApp has approved", async () => {
    const content = { ...approved, name: "HX1" };
    await send(twilio(), "whatsapp", { approved: content });
    await send(twilio(), "whatsapp", { approved: { ...content, parameters: [] } });
    const bodies = calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    const both = { To: "whatsapp:+628123456789", From: "whatsapp:+15005550006", ContentSid: "HX1" };
    expect(bodies).toEqual([
      { ...both, ContentVariables: '{"1":"123456","2":"5"}' },
      { ...both, ContentVariables: '{"1":"123456"}' },
    ]);
  });

  test("say why not by a number; what else they say is dropped", async () => {
    answer = { status: 400, body: JSON.stringify({ code: 21211, message: message.text }) };
    expect(await send(twilio())).toEqual({
      kind: "failed",
      reason: "HTTP 400, code 21211",
      isPermanent: true,
    });
    answer = { status: 400, body: JSON.stringify({ code: message.text }) };
    expect(await send(twilio())).toEqual({ kind: "failed", reason: "HTTP 400", isPermanent: true });
  });
});

test("WhatsApp's Cloud API takes a text", async () => {
  answer = { status: 200, body: JSON.stringify({ messages: [{ id: "wamid.1" }] }) };
  const cloud = { provider: "cloud", url: `${url}/v23.0`, account: "555", token: "t" } as const;
  expect(await send(cloud, "whatsapp")).toEqual({ kind: "sent", providerId: "wamid.1" });
  expect(calls[0]).toMatchObject({
    path: "/v23.0/555/messages",
    headers: { authorization: "Bearer t" },
  });
  expect(JSON.parse(calls[0]?.body ?? "")).toEqual({
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: "628123456789",
    type: "text",
    text: { preview_url: false, body: message.text },
  });
});

test("WhatsApp's Cloud API takes a template that it has approved, in place of a text", async () => {
  answer = { status: 200, body: JSON.stringify({ messages: [{ id: "wamid.1" }] }) };
  const cloud = { provider: "cloud", url, account: "555", token: "t" } as const;
  expect(await send(cloud, "whatsapp", { approved })).toEqual({
    kind: "sent",
    providerId: "wamid.1",
  });
  await send(cloud, "whatsapp", { approved: { ...approved, parameters: [], button: null } });
  const to = { messaging_product: "whatsapp", recipient_type: "individual", to: "628123456789" };
  const named = { name: "otp_code", language: { code: "id" } };
  const body = [
    { type: "text", text: "123456" },
    { type: "text", text: "5" },
  ];
  const button = { type: "button", sub_type: "url", index: "0", parameters: body.slice(0, 1) };
  expect(calls.map(({ body }) => JSON.parse(body))).toEqual([
    {
      ...to,
      type: "template",
      template: { ...named, components: [{ type: "body", parameters: body }, button] },
    },
    { ...to, type: "template", template: { ...named, components: [] } },
  ]);
});

test("a webhook takes JSON, and is told the message's id as its key", async () => {
  answer = { status: 200, body: "not JSON" };
  const hook = { provider: "webhook", url: `${url}/hook?x=1`, token: "t" } as const;
  expect(await send(hook)).toEqual({ kind: "sent", providerId: null });
  expect(await send({ ...hook, token: null }, "whatsapp")).toMatchObject({ kind: "sent" });
  expect(calls.map(({ body }) => JSON.parse(body))).toEqual([
    { id: "m-1", channel: "sms", to: "+628123456789", text: message.text },
    { id: "m-1", channel: "whatsapp", to: "+628123456789", text: message.text },
  ]);
  expect(calls.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/hook?x=1", "Bearer t"],
    ["/hook?x=1", undefined],
  ]);
  expect(calls[0]?.headers["idempotency-key"]).toBe("m-1");
  await send(hook, "whatsapp", { approved });
  expect(JSON.parse(calls[2]?.body ?? "")).toMatchObject({
    text: message.text,
    template: approved,
  });
});

describe("what may pass is tried again, what is about the message is not", () => {
  test.each([
    [400, true],
    [422, true],
    [401, false],
    [403, false],
    [404, false],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ])("HTTP %i", async (status, isPermanent) => {
    answer = { status, body: "" };
    expect(await send(twilio())).toEqual({ kind: "failed", reason: `HTTP ${status}`, isPermanent });
  });

  test.each<[code: number, isPermanent: boolean]>([
    ...[1, 2, 4, 190, 80007, 130429].map((code): [number, boolean] => [code, false]),
    ...[131000, 131016, 131031, 131042, 131048, 131056].map((code): [number, boolean] => [
      code,
      false,
    ]),
    [100, true],
    [131026, true],
  ])("HTTP 400 with error %i of WhatsApp's Cloud API", async (code, isPermanent) => {
    answer = { status: 400, body: JSON.stringify({ error: { code, message: message.text } }) };
    const cloud = { provider: "cloud", url, account: "555", token: "t" } as const;
    const reason = `HTTP 400, code ${code}`;
    expect(await send(cloud, "whatsapp")).toEqual({ kind: "failed", reason, isPermanent });
    expect(await send(twilio())).toMatchObject({ isPermanent: true });
  });

  test("nobody there, an answer that leads elsewhere", async () => {
    answer = { status: 302, body: "", headers: { location: `${url}/elsewhere` } };
    expect(await send(twilio())).toEqual({
      kind: "failed",
      reason: "HTTP 302",
      isPermanent: false,
    });
    expect(calls.map(({ path }) => path)).not.toContain("/elsewhere");
    server.close();
    server.closeAllConnections();
    // `localhost` may have two addresses, each with an error of its own
    for (const there of [url, url.replace("127.0.0.1", "localhost")])
      expect(await send({ ...twilio(), url: there })).toEqual({
        kind: "failed",
        reason: expect.stringMatching(/^no answer: E[A-Z]+$/),
        isPermanent: false,
      });
  });
});

describe("a message whose answer does not arrive may have been accepted", () => {
  test("no answer in time", async () => {
    const late = new AbortController();
    drop = () => late.abort(new DOMException("late", "TimeoutError"));
    const outcome = await senders(twilio()).sms?.(message, late.signal);
    expect(outcome).toEqual({ kind: "unknown", reason: "no answer: TimeoutError" });
    expect(calls).toHaveLength(1);
  });

  test("the connection breaks before the answer", async () => {
    drop = (response) => response.destroy();
    expect(await send(twilio())).toEqual({
      kind: "unknown",
      reason: expect.stringMatching(/^no answer: (UND_ERR_SOCKET|ECONNRESET)$/),
    });
    expect(calls).toHaveLength(1);
  });

  test.each([502, 504])("HTTP %i, a gateway's answer", async (status) => {
    answer = { status, body: "" };
    expect(await send(twilio())).toEqual({ kind: "unknown", reason: `HTTP ${status}` });
  });
});
