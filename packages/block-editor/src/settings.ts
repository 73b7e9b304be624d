import defaultStyles from '../node_modules/@wordpress/block-editor/build-style/default-editor-styles.css';
import { ACTIVE_THEME, INDEX, type Preloaded, preloadedBody, SETTINGS, templatesFor, themeStyles } from './preload';
import { type EditedEntry, type Session } from './service';
import { themeSettings } from './theme';

interface Theme {
  is_block_theme?: boolean;
  theme_supports?: { formats?: string[]; 'align-wide'?: boolean };
}

interface Index {
  image_sizes?: Record<string, { width: number; height: number; crop: boolean }>;
}

interface SiteSettings {
  default_comment_status?: string;
  posts_per_page?: number;
}

interface Template {
  slug: string;
  title: { rendered: string };
  is_custom: boolean;
}

/** Set by the build. */
declare const CANVAS_STYLE: string;

/** What the page of WordPress's administration hands to its editor, as far as the REST API knows it. */
export function editorSettings(
  { site }: Session,
  { type }: EditedEntry,
  preloaded: Preloaded,
): Record<string, unknown> {
  const theme = preloadedBody<Theme[]>(preloaded, ACTIVE_THEME)?.[0];
  const index = preloadedBody<Index>(preloaded, INDEX);
  const settings = preloadedBody<SiteSettings>(preloaded, SETTINGS);
  const isBlockTheme = theme?.is_block_theme ?? false;
  return {
    ...themeSettings(themeStyles(preloaded), site.font),
    alignWide: true,
    allowedBlockTypes: true,
    autosaveInterval: 60,
    availableTemplates: availableTemplates(preloadedBody<Template[]>(preloaded, templatesFor(type)) ?? []),
    bodyPlaceholder: 'Type / to choose a block',
    canLockBlocks: true,
    codeEditingEnabled: true,
    defaultEditorStyles: [{ css: defaultStyles }],
    disablePostFormats: (theme?.theme_supports?.formats?.length ?? 0) < 2,
    // No request leaves the site.
    enableOpenverseMediaCategory: false,
    hasFixedToolbar: false,
    imageDimensions: index?.image_sizes ?? {},
    imageEditing: true,
    locale: site.language,
    postsPerPage: settings?.posts_per_page ?? 10,
    richEditingEnabled: true,
    supportsTemplateMode: isBlockTheme,
    titlePlaceholder: 'Add title',
    __experimentalDiscussionSettings: { defaultCommentStatus: settings?.default_comment_status ?? 'open' },
    __unstableIsBlockBasedTheme: isBlockTheme,
    __unstableResolvedAssets: {
      styles: `<link rel="stylesheet" href="${new URL(CANVAS_STYLE, import.meta.url).href}" />`,
      scripts: '',
    },
  };
}

/** Titles by slug; none where there is nothing to choose, so that the panel does not appear. */
function availableTemplates(templates: readonly Template[]): Record<string, string> {
  const chosen = templates.filter((template) => template.is_custom);
  if (chosen.length === 0) return {};
  return { '': 'Default template', ...Object.fromEntries(chosen.map(({ slug, title }) => [slug, title.rendered])) };
}
