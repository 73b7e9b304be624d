import { type Presentation } from '../../rendering/index.js';

/** Injection token of what otherwise a theme would decide. */
export const PRESENTATION = Symbol('PRESENTATION');

export const DEFAULT_PRESENTATION: Presentation = { html5: true, contentWidth: 525, attachmentImageSizes: '100vw' };
