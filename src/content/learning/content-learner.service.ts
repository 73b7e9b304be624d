import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { WordPressClient } from '../../platform/wordpress/wordpress.client.js';
import { learnedContent, type LearnedContent, needsLink } from './learned-content.js';
import { LearnedContentStore } from './learned-content.store.js';
import { readWordPressSchemas } from './wordpress-schemas.js';

/** Learns the content types of the WordPress alongside and stores them. */
@Injectable()
export class ContentLearnerService {
  constructor(
    private readonly client: WordPressClient,
    private readonly store: LearnedContentStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'wordpress'>,
  ) {}

  /** Throws a WordPressError where WordPress cannot be asked; what was learned before stays as it is. */
  async learn(now = Date.now()): Promise<{ learned: LearnedContent; isChanged: boolean }> {
    const addresses = await this.store.addresses();
    const timeoutMs = this.config.wordpress!.timeoutSeconds * 1000;
    const schemas = await readWordPressSchemas(this.client, (name) => needsLink(name, addresses), timeoutMs);
    const found = learnedContent(schemas, addresses);
    const before = await this.store.read();
    const { learnedAt: _learnedAt, changedAt = now, theme: _theme, ...known } = before ?? {};
    const { theme: _newTheme, ...declared } = found;
    const isChanged = JSON.stringify(known) !== JSON.stringify(declared);
    const learned = { learnedAt: now, changedAt: isChanged ? now : changedAt, ...found };
    await this.store.write(learned);
    return { learned, isChanged };
  }
}
