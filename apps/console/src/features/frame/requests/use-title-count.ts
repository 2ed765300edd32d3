"use client";
import { useEffect } from "react";

const withoutCount = (title: string) => title.replace(/^\(\d+\+?\) /, "");

/** Writes a number before the title of the browser's tab, on every page. Zero writes none. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const write = () => {
      const title = `${count ? `(${count}) ` : ""}${withoutCount(document.title)}`;
      if (document.title !== title) document.title = title;
    };
    write();
    // the next page sets its own title
    const watcher = new MutationObserver(write);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watcher.disconnect();
  }, [count]);
}
