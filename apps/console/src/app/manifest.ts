import type { MetadataRoute } from "next";
import { grounds } from "../ui/brand/grounds.ts";

const picture = (name: string, size: number, purpose: "any" | "maskable") => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** Returns `/manifest.webmanifest`, by which browsers install the console. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/till",
    name: "Stampbook",
    short_name: "Stampbook",
    description: "Where a merchant's staff look after customers, rewards and bookings",
    start_url: "/till",
    scope: "/",
    display: "standalone",
    // a manifest has one color; the page's own `theme-color` follows the device
    theme_color: grounds.light.surface,
    background_color: grounds.light.page,
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      ...[192, 512].flatMap((size) => [
        picture("icon", size, "any"),
        picture("maskable", size, "maskable"),
      ]),
    ],
  };
}
