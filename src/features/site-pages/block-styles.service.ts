import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { packageFolder } from '../../platform/config/index.js';
import { assetText } from '../../rest/server/index.js';
import { type Site } from '../../site/index.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { presetCss, presetsOf } from './block-presets.js';
import { type GlobalStyles, GlobalStylesStore } from '../../modules/global-styles/index.js';
import { PagePartsService } from './page-parts.service.js';

/** Written by the build of the block editor, an optional package. */
const FOLDER = 'packages/block-editor/dist/block-styles';
const BLOCK = /\bwp-block-([a-z]+(?:-[a-z]+)*)/g;
const HAS_BLOCKS = /\bwp-block-|\bis-layout-|\bhas-[a-z0-9-]+-(?:color|font-size|background)|\bhas-text-align-/;
const CONTAINER = /\bwp-container-[\w-]+/g;
const USES_PRESETS = /\bhas-[a-z0-9-]+-(?:color|background|font-size|font-family)|--wp--preset--/;

/** Whether the style of the markup depends on the global styles. */
export function usesPresets(markup: string): boolean {
  return HAS_BLOCKS.test(markup) && USES_PRESETS.test(markup);
}

/** Style sheets for the blocks of a page: only of those that it has. */
@Injectable()
export class BlockStylesService {
  private readonly folder = join(packageFolder(), FOLDER);
  private readonly names = new Set(
    existsSync(this.folder) ? readdirSync(this.folder).map((name) => name.replace(/\.css$/, '')) : [],
  );
  private readonly layout = assetText('features/site-pages/theme/layout.css').trim();
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly store: GlobalStylesStore,
    private readonly parts: PagePartsService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  globalStyles(site: Site): Promise<GlobalStyles> {
    return this.parts.ofSite(site, 'global styles', () => this.store.active(site.option('stylesheet')));
  }

  /** `styles`: only needed where the markup uses presets. */
  cssFor(markup: string, styles: GlobalStyles | undefined): string {
    if (!HAS_BLOCKS.test(markup)) return '';
    const blocks = new Set<string>();
    for (const [, name] of markup.matchAll(BLOCK)) {
      const block = this.blockNamed(name!);
      if (block !== undefined) blocks.add(block);
    }
    if (/has-drop-cap|<p[^>]*has-background/.test(markup)) blocks.add('paragraph');
    const presets = USES_PRESETS.test(markup) ? presetCss(markup, presetsOf(styles?.json)) : '';
    const sheets = [...blocks].sort().map((name) => this.text(name));
    const containers = this.profile.rendering.blocks?.containerRules(markup.match(CONTAINER) ?? []) ?? '';
    // Presets come last, as a choice of the author overrides a block's own style.
    return [...sheets, this.layout, containers, presets].join('').replaceAll('</', '<\\/');
  }

  /** Classes of parts continue the name of their block: `wp-block-cover__image`, `wp-block-social-link`. */
  private blockNamed(name: string): string | undefined {
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
