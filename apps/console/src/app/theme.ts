import { createTheme } from "@mantine/core";
import { PlainButton } from "../ui/plain-button.tsx";

/** The look of Mantine's components. Indigo 7 has a contrast of 4.98:1 on white. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: "md",
  respectReducedMotion: true,
  cursorType: "pointer",
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
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
