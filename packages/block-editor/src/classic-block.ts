import { autop } from '@wordpress/autop';

/**
 * Lets content outside of blocks open as a classic block, which keeps it as it is. Its dialogue edits the HTML in the plain text
 * field that WordPress would turn into TinyMCE.
 */
export function provideClassicBlock(): void {
  const oldEditor = {
    initialize: () => undefined,
    remove: () => undefined,
    // Paragraphs that were typed without markup get it, as from TinyMCE.
    getContent: (id: string) => autop((document.getElementById(id) as HTMLTextAreaElement).value),
  };
  Object.assign(window, {
    wp: { oldEditor },
    wpEditorL10n: { tinymce: { settings: {} } },
    tinymce: { EditorManager: { overrideDefaults: () => undefined } },
  });
}
