import { createTheme, type MantineColorsTuple } from "@mantine/core";
import { PlainButton } from "../ui/plain-button.tsx";

/**
 * The grays of fields and buttons in the dark. They match the dark page in globals.css: index 6 equals
 * `--raised`, and index 4 equals `--line`.
 */
const dark: MantineColorsTuple = [
  "#c1c2c5",
  "#a6a7ab",
  "#909296",
  "#5c5f66",
  "#373a40",
  "#2c2e33",
  "#25262b",
  "#1a1b1e",
  "#141517",
  "#101113",
];

/** The look of Mantine's components. Indigo 7 has a contrast of 4.98:1 on white. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: 7,
  colors: { dark },
  autoContrast: true,
  defaultRadius: "md",
  respectReducedMotion: true,
  cursorType: "pointer",
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  headings: { fontWeight: "650" },
  components: {
    UnstyledButton: { defaultProps: { component: PlainButton } },
    Modal: { defaultProps: { transitionProps: { duration: 120 } } },
    // a `header` element would be a further banner for screen readers
    ModalHeader: { defaultProps: { component: "div" } },
    DrawerHeader: { defaultProps: { component: "div" } },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
  },
});
