/** Public API of this folder, for the features. */
export { type ActiveTheme } from './themes.fields.js';
export { ThemesService } from './themes.service.js';
