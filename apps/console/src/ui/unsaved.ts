"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";

/** What is asked for each form on the page that was changed and not saved. */
const questions = new Set<{ readonly text: string }>();

/** Whether a form on the page was changed and not saved. */
export function hasUnsaved(): boolean {
  return questions.size > 0;
}

/** Whether nothing is lost by leaving here, or the person means to lose it. */
export function mayLeave(): boolean {
  const [first] = questions;
  return first === undefined || window.confirm(first.text);
}

/** The tab is closed, or another site opened: the browser asks in its own words. */
function onUnload(event: BeforeUnloadEvent) {
  event.preventDefault();
}

function onClick(event: MouseEvent) {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || link.hasAttribute("download")) return;
  if (link.getAttribute("href")?.startsWith("#") || mayLeave()) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Back and Forward, where the browser lets a page have a say in them. */
function onNavigate(event: NavigateEvent) {
  if (event.navigationType === "traverse" && event.cancelable && !mayLeave())
    event.preventDefault();
}

function watch() {
  window.addEventListener("beforeunload", onUnload);
  // before the links themselves hear of it
  document.addEventListener("click", onClick, true);
  if ("navigation" in window) window.navigation.addEventListener("navigate", onNavigate);
}

function unwatch() {
  window.removeEventListener("beforeunload", onUnload);
  document.removeEventListener("click", onClick, true);
  if ("navigation" in window) window.navigation.removeEventListener("navigate", onNavigate);
}

/**
 * While something is changed and not saved, leaving asks first; what is lost otherwise brings its own
 * question. What leads away without a link asks `mayLeave`.
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

/** Whether what a form was given differs from what it began with, or from what was kept last. */
export function useChanges(given: unknown) {
  const now = JSON.stringify(given);
  const [kept, setKept] = useState(now);
  return { isChanged: now !== kept, keep: () => setKept(now) };
}
