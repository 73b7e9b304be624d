/** Post meta with the display of a popup, as JSON. */
export const POPUP_DISPLAY_KEY = '_nestpress_popup_display';

export const PLACES = ['everywhere', 'front', 'posts', 'pages'] as const;
/** What popups distinguish pages by. */
export type PopupPlace = Exclude<(typeof PLACES)[number], 'everywhere'> | 'other';

export const MOMENTS = ['delay', 'scroll', 'leave'] as const;
export const FREQUENCIES = ['once', 'days', 'session', 'always'] as const;
export const AUDIENCES = ['everyone', 'phones', 'desktops'] as const;

/** Where, when, how often and to whom a popup is shown on the pages of the site. */
export interface PopupDisplay {
  where: (typeof PLACES)[number];
  when: (typeof MOMENTS)[number];
  /** Seconds for `delay`, percent of the page for `scroll`. */
  after: number;
  often: (typeof FREQUENCIES)[number];
  /** For `days`: until it is shown again. */
  days: number;
  audience: (typeof AUDIENCES)[number];
}

export const DEFAULT_DISPLAY: PopupDisplay = {
  where: 'everywhere',
  when: 'delay',
  after: 5,
  often: 'days',
  days: 7,
  audience: 'everyone',
};

/** Values that are missing or not valid are those of a new popup. */
export function readDisplay(stored: string): PopupDisplay {
  const values = parsed(stored);
  const oneOf = <T extends string>(names: readonly T[], name: keyof PopupDisplay, standard: T): T =>
    names.find((choice) => choice === values[name]) ?? standard;
  const whole = (name: 'after' | 'days') => {
    const value = Number(values[name]);
    return Number.isSafeInteger(value) && value >= 0 ? value : DEFAULT_DISPLAY[name];
  };
  return {
    where: oneOf(PLACES, 'where', DEFAULT_DISPLAY.where),
    when: oneOf(MOMENTS, 'when', DEFAULT_DISPLAY.when),
    after: whole('after'),
    often: oneOf(FREQUENCIES, 'often', DEFAULT_DISPLAY.often),
    days: whole('days'),
    audience: oneOf(AUDIENCES, 'audience', DEFAULT_DISPLAY.audience),
  };
}

function parsed(stored: string): Partial<Record<keyof PopupDisplay, unknown>> {
  try {
    const value = JSON.parse(stored) as unknown;
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
