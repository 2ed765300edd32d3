"use client";
import { PageError } from "../../features/frame/page-error.tsx";

/** Shown inside the frame, the bars around a page. The frame already has the `main` element. */
export default PageError;
