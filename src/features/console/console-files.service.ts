import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { packageFolder } from '../../platform/config/index.js';
import { type PackagedFile, PackagedFiles } from '../../rest/server/index.js';
import { directionOf } from '../../text/index.js';
import { type ConsoleExtension } from '../../content-model/index.js';
import { CONSOLE_EXTENSIONS, scriptOf } from './console-extensions.js';

/** The folders whose files are served, by the path that they are served below. */
const FOLDERS = { '': 'dist/console', 'block-editor/': 'packages/block-editor/dist' };

/** Pages of single-page applications; a checkout may have been built without the block editor. */
export type ConsolePage = 'index.html' | 'block-editor/index.html';
/** Deeper than any route of the application. */
const MAX_DEPTH = 8;

/** The built files of the console. */
@Injectable()
export class ConsoleFilesService extends PackagedFiles implements OnModuleInit {
  /** The file with the texts of each language, by its name; the first is the one that the page names. */
  private catalogues: Readonly<Record<string, string>> = { en: '' };

  constructor(@Inject(CONSOLE_EXTENSIONS) private readonly extensions: readonly ConsoleExtension[]) {
    super();
  }

  async onModuleInit(): Promise<void> {
    for (const [prefix, name] of Object.entries(FOLDERS)) await this.addFolder(join(packageFolder(), name), prefix);
    const catalogues = this.pathOf('catalogues.json');
    if (catalogues !== undefined)
      this.catalogues = JSON.parse(await readFile(catalogues, 'utf8')) as Record<string, string>;
    for (const extension of this.extensions)
      if (extension.module) this.addFile(scriptOf(extension), fileURLToPath(extension.module));
  }

  /** Languages that the console speaks. */
  get languages(): readonly string[] {
    return Object.keys(this.catalogues);
  }

  /**
   * The page of an application in one of its languages, whose texts are requested together with the application. It refers to its
   * files by relative URLs, so it works wherever a proxy mounts it.
   */
  page(name: ConsolePage, depth: number, language: string): Promise<PackagedFile> | undefined {
    const steps = Math.min(depth, MAX_DEPTH);
    return this.derived(name, `${steps} ${language}`, (text) =>
      text
        .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${directionOf(language)}">`)
        .replace(this.catalogues.en!, this.catalogues[language]!)
        .replaceAll('"/console/', `"${'../'.repeat(steps)}`),
    );
  }
}
