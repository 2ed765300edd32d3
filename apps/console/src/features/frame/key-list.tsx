"use client";
import { Modal } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Key } from "../../ui/key.tsx";
import { useDesk } from "../session/desk.tsx";
import { places } from "./places.ts";

/** The console's keyboard shortcuts. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  const t = useTranslations("keys");
  const frame = useTranslations("frame");
  const { may } = useDesk();
  const rows = [
    ...places
      .filter(({ needs }) => may(needs))
      .map(({ name, key }) => [`g ${key}`, frame(name)] as const),
    ["/", t("search")] as const,
    ["Ctrl K", t("search")] as const,
    ["↑ ↓", t("choose")] as const,
    ["Enter", t("open")] as const,
    ["Esc", t("back")] as const,
    ["Ctrl P", t("print")] as const,
    ["Ctrl Z", t("undo")] as const,
    ["Ctrl Enter", t("confirm")] as const,
    ["Ctrl H", t("visits")] as const,
    ["?", t("list")] as const,
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("title")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <table style={{ width: "100%" }}>
        <tbody>
          {rows.map(([keys, does]) => (
            <tr key={keys}>
              <th scope="row" style={{ textAlign: "start", padding: "4px 0" }}>
                {keys.split(" ").map((key) => (
                  <span key={key}>
                    <Key>{key}</Key>{" "}
                  </span>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
