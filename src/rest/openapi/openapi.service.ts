import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ContentModel } from '../../site/model/content-model.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { RouteRegistry } from '../route/route-registry.js';
import { openApiDocument } from './document.js';
import { type Document } from './openapi.types.js';
import { docsPage } from './page/docs-page.js';

/** Bytes that do not change while the process runs. */
export interface FrozenFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** The document and the documentation page, built on first use. */
@Injectable()
export class OpenApiService {
  private made?: { document: FrozenFile; page: FrozenFile };

  constructor(
    private readonly registry: RouteRegistry,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
    @Inject(PROFILE) private readonly profile: Profile,
    private readonly model: ContentModel,
  ) {}

  get document(): FrozenFile {
    return this.files().document;
  }

  get page(): FrozenFile {
    return this.files().page;
  }

  private files(): { document: FrozenFile; page: FrozenFile } {
    if (!this.made) {
      const document: Document = openApiDocument(this.registry.routes, this.profile, this.model, this.options.basePath);
      this.made = {
        document: freeze('application/json; charset=UTF-8', JSON.stringify(document)),
        page: freeze('text/html; charset=UTF-8', docsPage(document)),
      };
    }
    return this.made;
  }
}

export function freeze(type: string, text: string): FrozenFile {
  const body = Buffer.from(text);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}
