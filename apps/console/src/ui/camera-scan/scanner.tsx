"use client";
import { Button, Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../notice.tsx";
import css from "./camera-scan.module.css";
import { useCamera } from "./use-camera.ts";

export type CameraScanProps = {
  /** Called with the code that was read. The camera is off by then. */
  onCode: (code: string) => void;
  onClose: () => void;
};

/** Reads one QR code or barcode with the camera. */
export function Scanner({ onCode, onClose }: CameraScanProps) {
  const t = useTranslations("cameraScan");
  const [tries, setTries] = useState(1);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("title")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Picture key={tries} onCode={onCode} onTryAgain={() => setTries(tries + 1)} />
    </Modal>
  );
}

type PictureProps = { onCode: CameraScanProps["onCode"]; onTryAgain: () => void };

/** The camera's picture, or the reason why it cannot be shown. */
function Picture({ onCode, onTryAgain }: PictureProps) {
  const t = useTranslations("cameraScan");
  const { video, problem, setLight } = useCamera(onCode);
  if (problem)
    return (
      <>
        <Notice tone="bad">{t(problem)}</Notice>
        <Button mt="md" variant="default" onClick={onTryAgain}>
          {t("again")}
        </Button>
      </>
    );
  return (
    <>
      <video ref={video} className={css.video} muted playsInline aria-label={t("hint")} />
      <p className={css.hint}>{t("hint")}</p>
      {setLight ? (
        <Switch
          label={t("torch")}
          onChange={({ currentTarget }) => setLight(currentTarget.checked)}
        />
      ) : null}
    </>
  );
}
