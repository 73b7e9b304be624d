import { defineFeature } from '../../feature.js';
import { WordPressContentModule } from './content/wordpress-content.module.js';
import { ImportedFieldSource } from './fields/imported-field-source.js';
import { WordPressFieldsModule } from './fields/wordpress-fields.module.js';
import { acceptImported, PLACE } from './schema-import/accept-imported.js';
import { importBeforeStart, importedVersion, readImported } from './schema-import/import-before-start.js';
import { type ImportedContent } from './schema-import/imported-content.js';
import { SchemaImportModule } from './schema-import/schema-import.module.js';
import { WordPressProxyModule } from './proxy/wordpress-proxy.module.js';
import { checkUnserved } from './unserved-check.js';
import { checkWordPress } from './wordpress-check.js';

/** Works with a WordPress on the same database, at WORDPRESS_URL. */
export const WORDPRESS_BRIDGE = defineFeature({
  name: 'wordpress-bridge',
  checks: [
    ['wordpress', checkWordPress],
    ['blocks', checkUnserved],
  ],
  prepare: importBeforeStart,
  definitionsVersion: ({ config, database }) => importedVersion(config, database),
  async contribute({ config, profile, content, stored }) {
    if (!config.wordpress) return { modules: [WordPressContentModule] };
    const imported = await readImported(config);
    const fields = new ImportedFieldSource(imported?.fields ?? []);
    const { accepted, conflicts } = acceptImported(
      content,
      stored,
      profile.content,
      imported,
      fields.declarations(PLACE),
    );
    const media = imported && importedMedia(imported);
    return {
      modules: [
        WordPressContentModule,
        WordPressProxyModule.forRoot(fields),
        ...(fields.fields.length > 0 ? [WordPressFieldsModule.forRoot(fields)] : []),
        SchemaImportModule.forRoot({ conflicts, ...(imported && { imported }) }),
      ],
      content: accepted,
      ...(media && { media }),
      ...(imported?.settings && { settings: imported.settings }),
      ...(imported?.html5 !== undefined && { html5: imported.html5 }),
    };
  },
});

/** The image sizes that themes and plugins registered, instead of those of a WordPress without any. */
function importedMedia({ imageSizes, largestSide }: ImportedContent) {
  if (imageSizes === undefined) return undefined;
  return { furtherSizes: imageSizes, ...(largestSide !== undefined && { largestSide: largestSide || undefined }) };
}
