import { type Texts } from '../../../site/index.js';
import { type PopupDisplay } from '../../../modules/popups/index.js';
import { html, type Html, url } from './html.js';

export interface PopupView {
  readonly id: number;
  readonly title: string;
  readonly content: Html;
  readonly display: PopupDisplay;
  /** The event is added to it. */
  readonly track: string;
}

/** Hidden until the script opens it; without scripts there are no popups. */
export function renderPopup({ id, title, content, display, track }: PopupView, t: Texts): Html {
  return html`<dialog
    class="popup"
    id="popup-${id}"
    aria-label="${title}"
    data-display="${JSON.stringify(display)}"
    data-track="${url(track)}"
  >
    <button type="button" class="popup-close" aria-label="${t.page.close}">×</button>
    <div class="entry">${content}</div>
  </dialog>`;
}
