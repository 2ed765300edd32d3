"use client";
import { PageError } from "../../features/frame/page-error.tsx";

/** Shown inside the frame, which already has the page's `main` element. */
export default PageError;
