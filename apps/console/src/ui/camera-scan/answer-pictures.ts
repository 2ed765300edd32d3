/** A code that was read in a picture, with the library's fields that we use. */
type Read = { readonly text: string; readonly isValid: boolean };

declare const ZXingWASM: {
  readonly prepareZXingModule: (options: object) => void;
  readonly readBarcodes: (picture: ImageData, options: object) => Promise<readonly Read[]>;
};

/**
 * Runs in a worker. `scripts/scanner.ts` writes the worker's file: the library, then this function's text.
 * Answers each picture with the code in it, or null. A worker does not slow down the page, and only the
 * worker's policy allows WebAssembly.
 */
export function answerPictures(): void {
  ZXingWASM.prepareZXingModule({ overrides: { locateFile: () => "/scan/zxing-reader.wasm" } });
  const formats = ["QRCode", "Code128", "EAN-13", "EAN-8", "UPC-A"];
  self.addEventListener("message", async ({ data }: MessageEvent<ImageData>) => {
    const found = await ZXingWASM.readBarcodes(data, { formats, maxNumberOfSymbols: 1 }).catch(
      () => [],
    );
    (self as unknown as Worker).postMessage(found.find(({ isValid }) => isValid)?.text ?? null);
  });
}
