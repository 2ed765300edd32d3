"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";

/** The questions of all forms with unsaved changes. */
const questions = new Set<{ readonly text: string }>();

/** Whether a form on the page has unsaved changes. */
export function hasUnsaved(): boolean {
  return questions.size > 0;
}

/** A question that waits for the person's answer. */
export type Asked = { readonly text: string; readonly onAnswer: (isLeaving: boolean) => void };

let show: ((asked: Asked) => void) | null = null;

/** Sets the function that shows questions. Returns a function that takes it away. */
export function showQuestionsBy(shower: (asked: Asked) => void): () => void {
  show = shower;
  return () => {
    show = null;
  };
}

/** Calls `leave`. If changes would be lost, asks the person first. */
export function leaveBy(leave: () => void): void {
  const [first] = questions;
  if (!first || !show) leave();
  else show({ text: first.text, onAnswer: (isLeaving) => isLeaving && leave() });
}

/** Whether the person has agreed to leave, and the press or the step back is repeated now. */
let isLeaving = false;

/** When the tab closes or another site opens, the browser asks in its own words. */
function onUnload(event: BeforeUnloadEvent) {
  event.preventDefault();
}

function onClick(event: MouseEvent) {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (isLeaving || !link?.href || link.target || link.hasAttribute("download")) return;
  if (link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  event.stopPropagation();
  leaveBy(() => {
    isLeaving = true;
    link.click();
    isLeaving = false;
  });
}

/** Asks on Back and Forward, if the browser lets a page intervene. */
function onNavigate(event: NavigateEvent) {
  if (event.navigationType !== "traverse" || !event.cancelable) return;
  if (isLeaving) {
    isLeaving = false;
    return;
  }
  const { key } = event.destination;
  event.preventDefault();
  leaveBy(() => {
    isLeaving = true;
    window.navigation.traverseTo(key);
  });
}

function watch() {
  window.addEventListener("beforeunload", onUnload);
  // captures the click before the links get it
  document.addEventListener("click", onClick, true);
  if ("navigation" in window) window.navigation.addEventListener("navigate", onNavigate);
}

function unwatch() {
  window.removeEventListener("beforeunload", onUnload);
  document.removeEventListener("click", onClick, true);
  if ("navigation" in window) window.navigation.removeEventListener("navigate", onNavigate);
}

/**
 * Asks before the person leaves while there are unsaved changes. A caller with something else to lose passes
 * its own question. Navigation without a link must call `leaveBy`.
 */
export function useUnsaved(isChanged: boolean, question?: string): void {
  const usual = useTranslations("form")("leave");
  const text = question ?? usual;
  useEffect(() => {
    if (!isChanged) return;
    const question = { text };
    if (!questions.size) watch();
    questions.add(question);
    return () => {
      questions.delete(question);
      if (!questions.size) unwatch();
    };
  }, [isChanged, text]);
}

/**
 * Returns whether a form's values differ from its initial or last saved ones. `keep` marks the values of this
 * render as saved. A form that stays open passes `keep` to `mutate`, which calls the `keep` of the render
 * that sent the values. In the options of `useMutation`, the `keep` of the newest render would be called, and
 * would also mark what was typed while the call ran.
 */
export function useChanges(given: unknown) {
  const now = JSON.stringify(given);
  const [kept, setKept] = useState(now);
  return { isChanged: now !== kept, keep: () => setKept(now) };
}
