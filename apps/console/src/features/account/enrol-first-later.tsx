"use client";
import { later } from "../../ui/later.tsx";

/** Loaded only for people who must set up a second factor, so that other pages stay small. */
export const EnrolFirst = later(async () => (await import("./enrol-first.tsx")).EnrolFirst);
