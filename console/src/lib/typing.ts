/** A dialog that opens by itself waits for a pause of this length: it would take the keys that are meant for the text. */
const PAUSE_MS = 1500;

let typedAt = Number.NEGATIVE_INFINITY;

/** A key was pressed, in the page or in the frame of its editor. */
export function reportKey({ key, ctrlKey, metaKey }: KeyboardEvent): void {
  if (key.length === 1 && !ctrlKey && !metaKey) typedAt = performance.now();
}

document.addEventListener('keydown', reportKey, true);

/** Resolves once nothing has been typed for a moment. */
export async function pauseInTyping(): Promise<void> {
  for (;;) {
    const left = typedAt + PAUSE_MS - performance.now();
    if (left <= 0) return;
    await new Promise((done) => setTimeout(done, left));
  }
}
