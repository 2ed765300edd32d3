/** A reader of the code in front of a camera. */
export type CodeReader = {
  /** Returns the code in the video's current picture, or null if it has no code. */
  readonly read: (video: HTMLVideoElement) => Promise<string | null>;
  readonly close: () => void;
};

type Detector = { detect: (video: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
};

const formats = ["qr_code", "code_128", "ean_13", "ean_8", "upc_a"];
/** Wide enough for a code that fills a quarter of the picture. */
const MOST_PIXELS_WIDE = 960;

/** Returns the browser's own reader if it reads all our formats, else our reader (`answerPictures`). */
export async function createCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector: Own } = window as typeof window & { BarcodeDetector?: DetectorClass };
  const known = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Own || !formats.every((format) => known.includes(format))) return createOurs();
  const detector = new Own({ formats });
  return {
    read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null,
    close: () => {},
  };
}

function createOurs(): CodeReader {
  const worker = new Worker("/scan/worker.js");
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  return {
    read: (video) => {
      const { videoWidth, videoHeight } = video;
      if (!brush || !videoWidth) return Promise.resolve(null);
      canvas.width = Math.min(videoWidth, MOST_PIXELS_WIDE);
      canvas.height = Math.round((videoHeight * canvas.width) / videoWidth);
      brush.drawImage(video, 0, 0, canvas.width, canvas.height);
      const picture = brush.getImageData(0, 0, canvas.width, canvas.height);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => reject(new Error("The worker did not start."));
        worker.postMessage(picture, [picture.data.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
}
