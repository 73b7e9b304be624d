import { type Editor } from 'tinymce';

export type { Editor };

/** Dialogs that the page shows for the editor. */
export type VisualDialog = 'link' | 'image' | 'media' | 'gallery' | 'embed';

export interface VisualOptions {
  target: HTMLElement;
  label: string;
  onReady(editor: Editor): void;
  onChange(html: string): void;
  onDialog(dialog: VisualDialog): void;
  /** Files that were pasted or dropped at the cursor. */
  onFiles(files: readonly File[]): void;
  /** Whether the account may upload and use the media library. */
  hasMedia: boolean;
  onSave(): void;
}
