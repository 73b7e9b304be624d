import { type GraphContent } from '../../model/names.js';
import { type SchemaText } from '../schema-text.js';
import { commentMutations } from './comment-mutations.part.js';
import { entryMutations } from './entry-mutations.part.js';
import { mediaMutations, settingMutations } from './site-mutations.part.js';
import { termMutations } from './term-mutations.part.js';
import { tokenMutations } from './token-mutations.part.js';
import { userMutations } from './user-mutations.part.js';

/** Writes of content, accounts and settings, each through the route that clients of the REST API use. */
export function mutations(text: SchemaText, content: GraphContent): void {
  text.field('RootMutation', 'increaseCount(count: Int): Int', (_source, { count }) => Number(count ?? 0) + 1);
  entryMutations(text, content);
  mediaMutations(text);
  termMutations(text, content);
  commentMutations(text);
  userMutations(text);
  tokenMutations(text);
  settingMutations(text);
}
