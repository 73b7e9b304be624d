import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { packageFolder } from '../platform/package-info.js';
import { assetText } from '../rest/server/static-file.js';
import { type Site } from '../site/site.js';
import { presetCss, presetsOf } from './block-presets.js';
import { GlobalStylesStore } from './global-styles.store.js';

/** Written by the build of the block editor, an optional package. */
const FOLDER = 'packages/block-editor/dist/block-styles';
const BLOCK = /\bwp-block-([a-z]+(?:-[a-z]+)*)/g;
const HAS_BLOCKS = /\bwp-block-|\bis-layout-|\bhas-[a-z0-9-]+-(?:color|font-size|background)|\bhas-text-align-/;
const USES_PRESETS = /\bhas-[a-z0-9-]+-(?:color|background|font-size|font-family)|--wp--preset--/;

/** Style sheets for the blocks of a page: only of those that it has. */
@Injectable()
export class BlockStylesService {
  private readonly folder = join(packageFolder(), FOLDER);
  private readonly names = new Set(
    existsSync(this.folder) ? readdirSync(this.folder).map((name) => name.replace(/\.css$/, '')) : [],
  );
  private readonly layout = assetText('site-pages/theme/layout.css').trim();
  private readonly texts = new Map<string, string>();

  constructor(private readonly globalStyles: GlobalStylesStore) {}

  async cssFor(site: Site, markup: string): Promise<string> {
    if (!HAS_BLOCKS.test(markup)) return '';
    const blocks = new Set<string>();
    for (const [, name] of markup.matchAll(BLOCK)) {
      const known = this.known(name!);
      if (known !== undefined) blocks.add(known);
    }
    if (markup.includes('has-drop-cap')) blocks.add('paragraph');
    const presets = USES_PRESETS.test(markup)
      ? presetCss(markup, presetsOf(await this.globalStyles.active(site.option('stylesheet'))))
      : '';
    const sheets = [...blocks].sort().map((name) => this.text(name));
    // Presets come last, as a choice of the author overrides a block's own style.
    return [...sheets, this.layout, presets].join('').replaceAll('</', '<\\/');
  }

  /** Classes of parts continue the name of their block: `wp-block-cover__image`, `wp-block-social-link`. */
  private known(name: string): string | undefined {
    if (this.names.has(name)) return name;
    return this.names.has(`${name}s`) ? `${name}s` : undefined;
  }

  private text(name: string): string {
    let text = this.texts.get(name);
    if (text === undefined)
      this.texts.set(name, (text = readFileSync(join(this.folder, `${name}.css`), 'utf8').trim()));
    return text;
  }
}
