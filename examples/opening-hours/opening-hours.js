import { defineConsoleExtension, defineMeta } from '@nestpress/server';

const DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];

/** The opening hours of the place that a page is about. */
export const openingHours = defineMeta({
  object: 'post',
  subtype: 'page',
  key: 'opening_hours',
  type: 'object',
  properties: Object.fromEntries(DAYS.map((day) => [day, { type: 'string', maxLength: 40 }])),
});

export const openingHoursPage = defineConsoleExtension({
  name: 'opening-hours',
  module: new URL('./opening-hours.browser.js', import.meta.url),
  capability: 'edit_pages',
  page: { title: 'Opening hours' },
  card: { title: 'Opening hours' },
  fields: ['opening_hours'],
});
