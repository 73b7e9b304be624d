import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { ContentModel } from '../../content-model/index.js';
import { ContentService } from '../../modules/content/index.js';
import { RestError } from '../../rest/errors/index.js';
import { AgentImagesService } from './agent-images.service.js';

/** Entries of each type that the list of resources has. */
const LISTED = 20;
const MAX_COMPLETIONS = 100;
const URI = /^nestpress:\/\/([\w-]+)\/(\d+)(\/file)?$/;
const JSON_TYPE = 'application/json';
const ENTRY_URI = 'nestpress://{type}/{id}';
const IMAGE_URI = 'nestpress://attachment/{id}/file';

/** What the protocol calls a resource: entries as the REST API has them, and uploaded images. */
@Injectable()
export class AgentResourcesService {
  constructor(
    private readonly content: ContentService,
    private readonly model: ContentModel,
    private readonly images: AgentImagesService,
  ) {}

  get templates() {
    const types = this.types.map(({ name }) => name).join(', ');
    return [
      {
        uriTemplate: ENTRY_URI,
        name: 'entry',
        description: `An entry of the site. Types: ${types}.`,
        mimeType: JSON_TYPE,
      },
      { uriTemplate: IMAGE_URI, name: 'image', description: 'An uploaded image, in a size that fits into a message.' },
    ];
  }

  /** The latest entries of each type. */
  async list(principal: Principal) {
    const query = { per_page: LISTED, _fields: 'id,title,modified_gmt' };
    const lists = await Promise.all(
      this.types.map(async ({ name, route }) => {
        const { body } = await this.content.request(principal, { method: 'GET', route, query });
        return (body as { id: number; title: { rendered: string }; modified_gmt: string }[]).map((entry) => ({
          uri: `nestpress://${name}/${entry.id}`,
          name: `${name}-${entry.id}`,
          title: entry.title.rendered,
          mimeType: JSON_TYPE,
          annotations: { lastModified: `${entry.modified_gmt}Z` },
        }));
      }),
    );
    return lists.flat();
  }

  async read(principal: Principal, uri: string) {
    const [, name, id, file] = URI.exec(uri) ?? [];
    const type = this.types.find((candidate) => candidate.name === name);
    if (!type || (file !== undefined && name !== 'attachment'))
      throw new RestError('mcp_unknown_resource', `There is no resource ${uri}.`, 404);
    if (file !== undefined) {
      const { data, mimeType } = await this.images.read(principal, Number(id));
      return { uri, mimeType, blob: data };
    }
    const { body } = await this.content.request(principal, { method: 'GET', route: `${type.route}/${id}` });
    return { uri, mimeType: JSON_TYPE, text: JSON.stringify(body) };
  }

  /** Values that an argument of a template or prompt can have; `type` is that of the entries where it is set already. */
  async complete(principal: Principal, argument: string, value: string, type?: string): Promise<string[]> {
    const candidates =
      argument === 'type' ? this.types.map(({ name }) => name) : await this.addresses(principal, argument, type);
    return candidates.filter((candidate) => candidate.startsWith(value)).slice(0, MAX_COMPLETIONS);
  }

  private async addresses(principal: Principal, argument: string, type?: string): Promise<string[]> {
    if (argument !== 'id' && argument !== 'uri') return [];
    const uris = (await this.list(principal)).map(({ uri }) => uri);
    if (argument === 'uri') return uris;
    return uris.filter((uri) => type === undefined || URI.exec(uri)?.[1] === type).map((uri) => URI.exec(uri)![2]!);
  }

  private get types() {
    return this.model.restTypes.filter(({ viewable }) => viewable);
  }
}
