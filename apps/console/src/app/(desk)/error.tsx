"use client";
import { PageError } from "../../features/frame/page-error.tsx";

/** Shown inside the frame, the bars around a page. The frame has a `main` element, so this page adds none. */
export default PageError;
