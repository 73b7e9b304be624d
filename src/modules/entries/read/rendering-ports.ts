import { Injectable } from '@nestjs/common';
import { type BlockData, type BlockQuery, type UnknownContent } from '../../../rendering/index.js';
import { type Site } from '../../../site/site.js';
import { type Entry } from '../model/entry.js';

/** Loads what dynamic blocks show. */
export interface BlockDataSource {
  load(site: Site, queries: readonly BlockQuery[]): Promise<BlockData>;
}

/** An entry with what its content has that nothing here can render. */
export interface UnknownEntry {
  readonly entry: Pick<Entry, 'id' | 'type'> &
    Partial<Pick<Entry, 'status' | 'password' | 'title' | 'excerpt' | 'modifiedGmt'>>;
  /** The content with the patterns it shows. */
  readonly text: string;
  readonly unknown: UnknownContent;
}

export interface WordPressHtml {
  readonly content: string;
  readonly excerpt: string;
}

/** Has a WordPress render what nothing here can. */
export interface WordPressRenderer {
  /** The HTML of those entries that it has to render, undefined where it has not yet. */
  load(site: Site, entries: readonly UnknownEntry[]): Promise<ReadonlyMap<number, WordPressHtml | undefined>>;
}

/** Templates in the files of the theme. */
export interface ThemeTemplates {
  /** Templates for entries of a type, and those for other types only. Undefined if they were not imported. */
  offered(
    site: Site,
    isOfType: (type: string) => boolean,
  ): Promise<{ offered: readonly string[]; ofOtherTypes: readonly string[] } | undefined>;
}

/** What features add to entries. Their modules set it when they are created. */
@Injectable()
export class RenderingPorts {
  blockData?: BlockDataSource;
  wordpress?: WordPressRenderer;
  templates?: ThemeTemplates;
}
