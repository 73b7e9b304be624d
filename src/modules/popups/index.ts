/** Public API of this folder, for the features. */
export { POPUP_DISPLAY_KEY, type PopupDisplay, readDisplay } from './popup-display.js';
export { PopupsAdminModule } from './popups.admin.module.js';
export { PopupsStore } from './popups.store.js';
