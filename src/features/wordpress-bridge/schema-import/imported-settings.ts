import { isDeepStrictEqual } from 'node:util';
import { type PluginSetting } from '../../../modules/settings/index.js';
import { type JsonRecord, recordOf, textOf } from '../../../text/index.js';
import { isKnown, metaSchema } from './imported-meta.js';
import { type WordPressSchemas } from './wordpress-schemas.js';

/** Settings of WordPress itself, which every site has. */
const CORE_SETTINGS: ReadonlySet<string> = new Set(
  (
    'title description url email timezone date_format time_format start_of_week language use_smilies default_category ' +
    'default_post_format posts_per_page show_on_front page_on_front page_for_posts default_ping_status ' +
    'default_comment_status site_logo site_icon'
  ).split(' '),
);

/** Settings beyond those of WordPress, and why some cannot be served from the options table. */
export function importedSettings(
  { settings, settingValues }: Pick<WordPressSchemas, 'settings' | 'settingValues'>,
  hasOption: (name: string) => boolean,
): { settings: PluginSetting[]; omitted: string[] } {
  const imported: PluginSetting[] = [];
  const omitted: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    if (CORE_SETTINGS.has(name)) continue;
    const schema = recordOf(value);
    if (!isKnown(schema)) omitted.push(`Setting "${name}": its schema has parts that Nestpress does not know.`);
    else if (isStoredElsewhere(name, schema, settingValues, hasOption))
      omitted.push(`Setting "${name}" is stored under another name, which WordPress does not tell.`);
    else
      imported.push({
        name,
        title: textOf(schema.title),
        schema: metaSchema(schema),
        default: schema.default ?? null,
      });
  }
  return { settings: imported, omitted };
}

/** WordPress has a value, but no option has the name of the setting. */
function isStoredElsewhere(
  name: string,
  schema: JsonRecord,
  values: JsonRecord,
  hasOption: (name: string) => boolean,
): boolean {
  const value = values[name] ?? null;
  return value !== null && !hasOption(name) && !isDeepStrictEqual(value, schema.default ?? null);
}
