import { fetchHeldImages } from './pasted-images';
import { type Editor, type VisualOptions } from './visual-options';
import { fillWidgets } from './widgets';

/** What takes longer to read than this is read in pauses of this length, so that typing in a very long text stays quick. */
const QUICK_MS = 8;
const PAUSE_MS = 150;

/** Reports what is typed. Returns how to report it at once. */
export function reportChanges(editor: Editor, options: VisualOptions): () => void {
  let last: string | undefined;
  let cost = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    clearTimeout(timer);
    timer = undefined;
    if (last === undefined || editor.removed) return;
    const start = performance.now();
    const html = editor.getContent();
    if (html !== last) {
      last = html;
      options.onChange(html);
    }
    cost = performance.now() - start;
  };
  const flush = () => timer !== undefined && report();
  editor.on('change undo redo ExecCommand SetContent', report);
  editor.on('input keyup', () => {
    if (cost < QUICK_MS) report();
    else timer ??= setTimeout(report, PAUSE_MS);
  });
  editor.on('remove', () => clearTimeout(timer));
  editor.on('SetContent undo redo', () => {
    fillWidgets(editor);
    fetchHeldImages(editor);
  });
  editor.on('init', () => {
    last = editor.getContent();
    // Before a click outside of the text, such as on a button that saves.
    editor.getWin().addEventListener('blur', flush);
    fillWidgets(editor);
    options.onReady(editor);
  });
  return flush;
}
