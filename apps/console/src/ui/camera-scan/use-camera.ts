"use client";
import { useEffect, useRef, useState } from "react";
import { createCodeReader } from "./code-reader.ts";

/** The reason why there is no picture: access was refused, there is no camera, or the camera failed. */
export type CameraProblem = "refused" | "none" | "failed";

const PAUSE_MS = 120;

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  const isNone = ["NotFoundError", "NotSupportedError", "OverconstrainedError"].includes(name);
  return isNone ? "none" : "failed";
}

type Light = MediaTrackCapabilities & { readonly torch?: boolean };
const lightOf = (on: boolean) => ({ advanced: [{ torch: on } as MediaTrackConstraintSet] });

/**
 * Shows the camera's picture in a video until a code was read. `setLight` is null for a camera without a
 * light.
 */
export function useCamera(onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const tell = useRef(onCode);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  const [light, setLight] = useState<MediaStreamTrack | null>(null);
  useEffect(() => {
    tell.current = onCode;
  });
  useEffect(() => {
    const ended = new AbortController();
    watch(video.current, ended.signal, setLight).then(
      (code) => {
        if (code !== null) tell.current(code);
      },
      (error: unknown) => setProblem(problemOf(error)),
    );
    return () => ended.abort();
  }, []);
  return {
    video,
    problem,
    setLight: light && ((on: boolean) => void light.applyConstraints(lightOf(on)).catch(() => {})),
  };
}

/** Returns the first code that the camera sees. Null if `ended` is aborted before. */
async function watch(
  video: HTMLVideoElement | null,
  ended: AbortSignal,
  onLight: (track: MediaStreamTrack | null) => void,
): Promise<string | null> {
  if (!navigator.mediaDevices) throw new DOMException("", "NotFoundError");
  const wish = { facingMode: { ideal: "environment" }, width: { ideal: 1280 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wish });
  const reader = await createCodeReader();
  try {
    const [track] = stream.getVideoTracks();
    onLight(track && (track.getCapabilities?.() as Light)?.torch ? track : null);
    if (!video || ended.aborted) return null;
    video.srcObject = stream;
    await video.play();
    while (!ended.aborted) {
      const code = await reader.read(video);
      if (code && !ended.aborted) return code;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return null;
  } catch (error) {
    if (ended.aborted) return null;
    throw error;
  } finally {
    reader.close();
    for (const each of stream.getTracks()) each.stop();
  }
}
