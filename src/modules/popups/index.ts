/** Public API of this folder, for the features. */
export { type PopupDisplay, type PopupPlace } from './popup-display.js';
export { PopupsAdminModule } from './popups.admin.module.js';
export { PopupsStore } from './popups.store.js';
