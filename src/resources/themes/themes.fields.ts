import { Arg } from '../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { escapeHtml } from '../../text/escape.js';

/** The stored values of the active theme; its header, files and features are only known to PHP. */
export interface ActiveTheme {
  stylesheet: string;
  template: string;
  name: string;
  /** ID of the entry with the site's own styles for the theme, if there is one. */
  globalStyles?: number;
}

export const THEME = new ResourceFields<ActiveTheme, undefined>('theme', {
  stylesheet: {
    description: 'Folder of the theme; its unique name.',
    type: 'string',
    readonly: true,
    value: ({ stylesheet }) => stylesheet,
  },
  template: {
    description: 'Folder of the parent theme, or of the theme itself if it has none.',
    type: 'string',
    readonly: true,
    value: ({ template }) => template,
  },
  name: {
    description: 'Name of the theme.',
    type: 'object',
    readonly: true,
    properties: {
      raw: { description: 'The name as stored.', type: 'string', value: ({ name }) => name },
      rendered: { description: 'The name as HTML.', type: 'string', value: ({ name }) => escapeHtml(name) },
    },
  },
  status: {
    description: 'Whether the theme is active.',
    type: 'string',
    enum: ['inactive', 'active'],
    readonly: true,
    value: () => 'active',
  },
});

export class ListThemesArgs {
  @Arg({
    type: 'array',
    items: { enum: ['active', 'inactive'], type: 'string' },
    description: 'Limit to themes with one of these statuses.',
  })
  status?: string[];
}

export class ReadThemeArgs {
  @Arg({ type: 'string', description: 'Folder of the theme.' })
  stylesheet!: string;
}
