import { Inject, Injectable, Logger } from '@nestjs/common';
import { type MetaDeclaration } from '../../../content-model/index.js';
import { ImportedFilesService } from '../../../modules/imported-schema/index.js';
import { CONFIG, type Config } from '../../../platform/config/index.js';
import { recordOf, textOf } from '../../../text/index.js';
import { WordPressClient, WordPressError } from '../client/wordpress.client.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { importedContent, type ImportedContent, neededItems } from './imported-content.js';
import { ImportedContentStore } from './imported-content.store.js';
import { readImportedFiles } from './read-imported-files.js';
import { boundedReader, readWordPressSchemas, type WordPressSchemas } from './wordpress-schemas.js';

/** Imports the content types of the WordPress alongside and what it reads from files, and stores both. */
@Injectable()
export class SchemaImporterService {
  private readonly logger = new Logger('WordPress');

  constructor(
    private readonly client: WordPressClient,
    private readonly store: ImportedContentStore,
    private readonly files: ImportedFilesService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'wordpress'>,
    @Inject(PROFILE) private readonly profile: Pick<Profile, 'content'>,
  ) {}

  /** Throws a WordPressError if WordPress cannot be reached; the stored result stays unchanged. */
  async importContent(now = Date.now()): Promise<{ imported: ImportedContent; isChanged: boolean }> {
    const { content } = this.profile;
    const addresses = await this.store.addresses();
    const schemas = await readWordPressSchemas(this.client, neededItems(addresses, content), this.timeoutMs);
    const options = await this.store.existingOptions(Object.keys(schemas.settings));
    const described = importedContent(schemas, addresses, (name) => options.has(name), content);
    const revised = await this.store.revisedMeta([...new Set(described.meta.map(({ key }) => key))]);
    const found = { ...described, meta: described.meta.map((field) => withRevisions(field, revised)) };
    const before = await this.store.read();
    const { importedAt: _importedAt, changedAt = now, theme: _theme, ...previous } = before ?? {};
    const { theme: _newTheme, ...declared } = found;
    const isChanged = JSON.stringify(previous) !== JSON.stringify(declared);
    const imported = { importedAt: now, changedAt: isChanged ? now : changedAt, ...found };
    await this.store.write(imported);
    await this.importFiles(schemas);
    return { imported, isChanged };
  }

  /** Needs no restart. Where WordPress fails meanwhile, what was imported of its files before stays. */
  private async importFiles({ theme, types }: WordPressSchemas): Promise<void> {
    const stylesheet = textOf(theme.stylesheet);
    if (stylesheet === '') return;
    const viewable = Object.keys(types).filter((name) => recordOf(types[name]).viewable === true);
    try {
      const read = boundedReader(this.client, this.timeoutMs);
      await this.files.write(await readImportedFiles(read, stylesheet, viewable), stylesheet);
    } catch (error) {
      if (!(error instanceof WordPressError)) throw error;
      this.logger.warn(`Templates, patterns and styles of the theme were not imported: ${error.message}`);
    }
  }

  private get timeoutMs(): number {
    return this.config.wordpress!.timeoutSeconds * 1000;
  }
}

function withRevisions(meta: MetaDeclaration, revised: ReadonlySet<string>): MetaDeclaration {
  const isRevised = meta.object === 'post' && revised.has(`${meta.subtype} ${meta.key}`);
  return isRevised ? { ...meta, revisions: true } : meta;
}
