"use client";
import { useSyncExternalStore } from "react";

/** The key in `localStorage` for a device on which new requests are silent. */
const SILENT = "stampbook_silent";
/** The two tones of the sound, each with its pitch in Hz and its start in seconds. */
const tones = [
  [880, 0],
  [1175, 0.18],
] as const;
const TONE_SECONDS = 0.5;

let audio: AudioContext | undefined;

/** Plays two short tones. A browser plays none before the person has used the page. */
export function ring(): void {
  // a sound that waits for the first press would come at the wrong time
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [pitch, delay] of tones) {
    const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + delay;
    oscillator.frequency.value = pitch;
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + TONE_SECONDS);
  }
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Whether new requests ring on this device. True while the server renders the page. */
export function useIsRinging(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(SILENT) === null,
    () => true,
  );
}

/** Stores on this device whether new requests ring. */
export function setRinging(isRinging: boolean): void {
  if (isRinging) localStorage.removeItem(SILENT);
  else localStorage.setItem(SILENT, "1");
  for (const listener of listeners) listener();
}

/**
 * Whether the newest request is newer than all that any tab of this device has seen. What waits when the device
 * first looks is not: it may have waited for long. Without requests `newestId` is 0.
 */
export function isNewHere(merchantId: number, newestId: number): boolean {
  const key = `stampbook_request_${merchantId}`;
  const known = localStorage.getItem(key);
  if (known !== null && newestId <= Number(known)) return false;
  localStorage.setItem(key, String(newestId));
  return known !== null;
}
