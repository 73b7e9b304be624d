import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { ContentService } from '../../modules/content/index.js';
import { UploadStorage } from '../../platform/uploads/index.js';
import { RestError } from '../../rest/errors/index.js';
import { isMap } from '../../text/index.js';
import { type AgentTool } from './agent-tool.js';
import { invalidInput } from './agent-refusals.js';

/** A picture that a model can see, with what the site says of it. */
export interface AgentImage {
  /** URI of the resource that has the description. */
  readonly uri: string;
  readonly description: Readonly<Record<string, unknown>>;
  /** In Base64. */
  readonly data: string;
  readonly mimeType: string;
}

export const VIEW_IMAGE: AgentTool = {
  name: 'view_image',
  description: 'Shows an uploaded image, for example to write its alternative text.',
  does: 'read',
  method: 'GET',
  route: '',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'integer', minimum: 1 } },
    required: ['id'],
    additionalProperties: false,
  },
  ...{ defaults: {}, writesEntries: false, takesFile: false, takesContent: false, mayNeed: {}, isCommon: true },
};

/** What models of all providers accept. */
const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const MAX_WIDTH = 1600;
const MAX_BYTES = 1024 ** 2;

interface Copy {
  readonly file: string;
  readonly type: string;
  readonly width: number;
}

/** Reads uploaded images for agents, in a size that fits into a message. */
@Injectable()
export class AgentImagesService {
  constructor(
    private readonly content: ContentService,
    private readonly storage: UploadStorage,
  ) {}

  /** With the permissions of the user. */
  async read(principal: Principal, id: unknown): Promise<AgentImage> {
    if (!Number.isSafeInteger(id) || Number(id) < 1) throw invalidInput('id must be a number.');
    const query = { _fields: 'id,title,alt_text,caption,post,mime_type,source_url,media_details' };
    const { body } = await this.content.request(principal, {
      method: 'GET',
      route: `/wp/v2/media/${id as number}`,
      query,
    });
    const { media_details: details, ...description } = body as Record<string, unknown>;
    for (const { file, type } of copiesOf(String(description.mime_type), details)) {
      const stored = await this.storage.open(file);
      if (!stored || stored.size > MAX_BYTES) continue;
      const source = await stored.read();
      if (!source) continue;
      const data = (await buffer(source)).toString('base64');
      return { uri: `nestpress://attachment/${id as number}`, description, data, mimeType: type };
    }
    throw new RestError('mcp_no_image', `File ${id as number} is not an image that can be shown.`, 415);
  }
}

/** The file and its smaller copies, those first that are most detailed without being too large. */
function copiesOf(type: string, details: unknown): Copy[] {
  if (!isMap(details) || typeof details.file !== 'string') return [];
  const { file } = details;
  const sizes = isMap(details.sizes) ? Object.values(details.sizes) : [];
  const copies = sizes.filter(isMap).map((size) => ({
    file: posix.join(posix.dirname(file), String(size.file)),
    type: String(size.mime_type),
    width: Number(size.width),
  }));
  const rank = ({ width }: Copy) => (width <= MAX_WIDTH ? -width : width);
  return [{ file, type, width: Number(details.width) }, ...copies]
    .filter((copy) => TYPES.includes(copy.type))
    .toSorted((a, b) => rank(a) - rank(b));
}
