import { IMPORTED_CONTENT_OPTION } from '../../modules/imported-schema/index.js';
import { type DiagnosticResult, type DoctorContext, fail, ok, warn } from '../../platform/diagnostics/index.js';
import { OptionsStore } from '../../database/index.js';
import { type ImportSummary, WordPressClient, WordPressError } from './client/wordpress.client.js';

const IMPORT = 'Run `nestpress wordpress import`.';

/** Skipped where no WordPress is configured. */
export async function checkWordPress({ config, database }: DoctorContext): Promise<DiagnosticResult[]> {
  if (!config.wordpress) return [];
  if (config.wordpress.user === undefined)
    return [
      warn(
        'wordpress',
        'Content types are not imported from WordPress: no account is configured.',
        'Set it in WORDPRESS_URL: https://LOGIN:PASSWORD@site.example.',
      ),
    ];
  const stored = storedSummary(await new OptionsStore(database).text(IMPORTED_CONTENT_OPTION));
  return [await checkAccount(new WordPressClient(config)), ...checkImported(stored)];
}

async function checkAccount(client: WordPressClient): Promise<DiagnosticResult> {
  try {
    await client.json('/wp/v2/types', { query: { context: 'edit', _fields: 'slug' } });
    return ok('wordpress', 'responds, and accepts the account.');
  } catch (error) {
    if (!(error instanceof WordPressError)) throw error;
    return error.status === 401 || error.status === 403
      ? fail('wordpress', error.message)
      : warn('wordpress', error.message, 'Meanwhile the content types that were imported before are served.');
  }
}

function checkImported(stored: ImportSummary | undefined): DiagnosticResult[] {
  if (!stored) return [warn('wordpress', 'Nothing has been imported from WordPress yet.', IMPORT)];
  const { types, taxonomies, meta, fields = [], settings = [], importedAt, changedAt, omitted } = stored;
  return [
    ok(
      'wordpress',
      `imported ${types.length} content types, ${taxonomies.length} taxonomies, ${meta.length} meta keys, ${fields.length} fields and ${settings.length} settings, ` +
        `confirmed ${new Date(importedAt).toISOString()}, changed ${new Date(changedAt).toISOString()}.`,
    ),
    ...omitted.map((sentence) => warn('wordpress', sentence)),
  ];
}

function storedSummary(text: string): ImportSummary | undefined {
  try {
    return text === '' ? undefined : (JSON.parse(text) as ImportSummary);
  } catch {
    return undefined;
  }
}
