/** Meta keys of an event: since the last reset, of all time, and when it last happened. */
export interface EventKeys {
  readonly count: string;
  readonly total: string;
  readonly last: string;
}

/** What is counted. */
export const POPUP_EVENTS: ReadonlyMap<string, EventKeys> = new Map([
  ['open', { count: 'popup_open_count', total: 'popup_open_count_total', last: 'popup_last_opened' }],
  [
    'conversion',
    { count: 'popup_conversion_count', total: 'popup_conversion_count_total', last: 'popup_last_conversion' },
  ],
]);
