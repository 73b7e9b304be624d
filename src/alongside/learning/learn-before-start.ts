import { Logger } from '@nestjs/common';
import { OptionsStore } from '../../database/options.store.js';
import { type Config } from '../../platform/config/config.js';
import { openConfiguredDatabase } from '../../platform/start/prepare-database.js';
import { type Profile } from '../../variant/profile.js';
import { WordPressClient, WordPressError } from '../client/wordpress.client.js';
import { ContentLearnerService } from './content-learner.service.js';
import { type LearnedContent } from './learned-content.js';
import { LearnedContentStore } from './learned-content.store.js';
import { LearnedFilesStore } from './learned-files.store.js';

/** What was learned so far, read before there is an application: its modules are derived from it. */
export async function readLearned(config: Config): Promise<LearnedContent | undefined> {
  return config.wordpress && withStore(config, (store) => store.read());
}

/** Reads the schemas of WordPress and stores them, before the application starts. */
export function learnNow(
  config: Config,
  profile: Pick<Profile, 'content'>,
): ReturnType<ContentLearnerService['learn']> {
  return withStore(config, (store, files) =>
    new ContentLearnerService(new WordPressClient(config), store, files, config, profile).learn(),
  );
}

/** Learns if an account is configured. The service starts even if WordPress cannot be reached. */
export async function learnBeforeStart(config: Config, profile: Profile): Promise<void> {
  if (config.wordpress?.user === undefined) return;
  try {
    await learnNow(config, profile);
  } catch (error) {
    if (!(error instanceof WordPressError)) throw error;
    new Logger('WordPress').warn(`${error.message} The content types that were learned before are served.`);
  }
}

async function withStore<T>(
  config: Config,
  use: (store: LearnedContentStore, files: LearnedFilesStore) => Promise<T>,
): Promise<T> {
  const database = await openConfiguredDatabase(config);
  const options = new OptionsStore(database);
  try {
    return await use(new LearnedContentStore(database, options), new LearnedFilesStore(database, options, config));
  } finally {
    await database.close();
  }
}
