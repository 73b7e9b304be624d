import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type FilePart, IMPORTED_CONTENT_OPTION, type ImportedFiles } from './imported-files.js';
import { isMap } from '../../text/php/php-values.js';
import { type JsonRecord, recordOf } from '../../text/json-values.js';

/** Parts that belong to the theme that was active when WordPress was asked. */
const OF_THEME: ReadonlySet<FilePart> = new Set<FilePart>([
  'templates',
  'template_parts',
  'patterns',
  'pattern_categories',
  'theme_styles',
  'theme_variations',
  'block_types',
  'sidebars',
]);

const optionOf = (part: FilePart) => `nestpress_learned_${part}`;

/** Keeps what WordPress reads from files in the site's options, each part in one of its own: some are large. */
@Injectable()
export class ImportedFilesService {
  private readonly parsed = new Map<FilePart, { readonly text: string; readonly stored: StoredPart }>();

  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'wordpress'>,
  ) {}

  /** Undefined without WORDPRESS_URL, before it was imported, and where it belongs to another theme. */
  async read<Part extends FilePart>(part: Part, stylesheet: string): Promise<ImportedFiles[Part] | undefined> {
    if (!this.config.wordpress) return undefined;
    const text = await this.options.text(optionOf(part));
    if (text === '') return undefined;
    const cached = this.parsed.get(part);
    const stored = cached?.text === text ? cached.stored : parse(text);
    this.parsed.set(part, { text, stored });
    return OF_THEME.has(part) && stored.stylesheet !== stylesheet ? undefined : (stored.value as ImportedFiles[Part]);
  }

  /** The active theme as WordPress describes it. */
  async theme(): Promise<JsonRecord | undefined> {
    if (!this.config.wordpress) return undefined;
    const { theme } = parse(await this.options.text(IMPORTED_CONTENT_OPTION));
    return isMap(theme) ? theme : undefined;
  }

  /** Writes what changed: every write of an option drops cached responses. */
  async write(files: Partial<ImportedFiles>, stylesheet: string): Promise<void> {
    const texts = Object.entries(files).map(
      ([part, value]) => [optionOf(part as FilePart), JSON.stringify({ stylesheet, value })] as const,
    );
    const stored = await this.options.getMany(texts.map(([name]) => name));
    const changed = texts.filter(([name, text]) => stored[name] !== text);
    if (changed.length === 0) return;
    await this.database.transaction(async (tx) => {
      for (const [name, text] of changed) await this.options.set(tx, name, text, { autoload: false });
    });
  }
}

interface StoredPart {
  readonly theme?: unknown;
  readonly stylesheet?: unknown;
  readonly value?: unknown;
}

function parse(text: string): StoredPart {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    // Written by something else; the next run writes it again.
    return {};
  }
}
