import { GraphError } from '../../model/graph-error.js';
import { databaseIdOf, globalId } from '../../model/global-id.js';
import { entryNode } from '../../nodes/find-nodes.js';
import { type SchemaText } from '../schema-text.js';
import { SETTING_GROUPS, settingKey } from '../setting-types.part.js';
import { type GraphContext } from '../../context/graph-context.js';
import { nodeBeforeWrite } from './entry-mutations.part.js';
import { dateValue, forbidden, type MutationInput, payload, valuesOf, write } from './write.js';

const MEDIA = '/wp/v2/media';
const MEDIA_NAMES = {
  title: 'title',
  altText: 'alt_text',
  caption: 'caption',
  description: 'description',
  slug: 'slug',
  commentStatus: 'comment_status',
  pingStatus: 'ping_status',
};
const MEDIA_FIELDS =
  'altText: String authorId: ID caption: String clientMutationId: String commentStatus: String date: String dateGmt: String ' +
  'description: String filePath: String fileType: MimeTypeEnum parentId: ID pingStatus: String slug: String ' +
  'status: MediaItemStatusEnum title: String';

/** Files of the media library. They are uploaded to the REST API; here they are described, changed and deleted. */
export function mediaMutations(text: SchemaText): void {
  text.define(
    `input CreateMediaItemInput { ${MEDIA_FIELDS} }
     type CreateMediaItemPayload { clientMutationId: String mediaItem: MediaItem }
     input UpdateMediaItemInput { ${MEDIA_FIELDS} id: ID! }
     type UpdateMediaItemPayload { clientMutationId: String mediaItem: MediaItem }
     input DeleteMediaItemInput { clientMutationId: String forceDelete: Boolean id: ID! }
     type DeleteMediaItemPayload { clientMutationId: String deletedId: ID mediaItem: MediaItem }`,
  );
  const existing = async (ctx: GraphContext, value: unknown) => {
    const id = databaseIdOf(value, ['post']);
    if ((id > 0 ? await ctx.entries.get(id) : undefined)?.type !== 'attachment')
      throw new GraphError('There is no file with this ID.', 'NOT_FOUND');
    return id;
  };
  text.field(
    'RootMutation',
    'createMediaItem(input: CreateMediaItemInput!): CreateMediaItemPayload',
    (_source, _args, ctx) => {
      if (!ctx.can('upload_files')) throw forbidden('You may not upload files.');
      throw new GraphError('Files are not fetched from addresses: upload them to wp/v2/media.');
    },
  );
  text.field(
    'RootMutation',
    'updateMediaItem(input: UpdateMediaItemInput!): UpdateMediaItemPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const id = await existing(ctx, input.id);
      const date = dateValue(input.date);
      const parent = databaseIdOf(input.parentId, ['post']);
      const author = databaseIdOf(input.authorId, ['user']);
      const values = {
        ...valuesOf(input, MEDIA_NAMES),
        ...(date !== undefined && { date }),
        ...(parent > 0 && { post: parent }),
        ...(author > 0 && { author }),
      };
      await write(ctx, { method: 'POST', route: `${MEDIA}/${id}`, values });
      return payload(input, { mediaItem: (await entryNode(ctx, id)) ?? null });
    },
  );
  text.field(
    'RootMutation',
    'deleteMediaItem(input: DeleteMediaItemInput!): DeleteMediaItemPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const id = await existing(ctx, input.id);
      const mediaItem = await nodeBeforeWrite(ctx, id);
      await write(ctx, { method: 'DELETE', route: `${MEDIA}/${id}`, query: { force: true } });
      return payload(input, { deletedId: globalId('post', id), mediaItem: mediaItem ?? null });
    },
  );
}

/** The settings that the REST API can change. */
export function settingMutations(text: SchemaText): void {
  const names: Record<string, string> = {};
  const fields: string[] = [];
  for (const [group, settings] of Object.entries(SETTING_GROUPS))
    for (const [field, { type, name }] of Object.entries(settings)) {
      if (name === undefined) continue;
      names[settingKey(group, field)] = name;
      fields.push(`${settingKey(group, field)}: ${type}`);
    }
  const groups = Object.keys(SETTING_GROUPS).map((group) => `${group}Settings`);
  const types = groups.map((name) => `${name}: ${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  text.define(
    `input UpdateSettingsInput { clientMutationId: String ${fields.join(' ')} }
     type UpdateSettingsPayload { allSettings: Settings clientMutationId: String ${types.join(' ')} }`,
  );
  text.field(
    'RootMutation',
    'updateSettings(input: UpdateSettingsInput!): UpdateSettingsPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      if (!ctx.can('manage_options')) throw forbidden('You may not change the settings of the site.');
      const values = valuesOf(input, names);
      if (Object.keys(values).length > 0) await write(ctx, { method: 'POST', route: '/wp/v2/settings', values });
      return payload(input, { allSettings: {}, ...Object.fromEntries(groups.map((name) => [name, {}])) });
    },
  );
}
