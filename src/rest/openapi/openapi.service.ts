import { Inject, Injectable } from '@nestjs/common';
import { ContentModel } from '../../content-model/content-model.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { RepeatedWritesService } from '../repeated-writes.service.js';
import { RouteRegistry } from '../route/route-registry.js';
import { openApiDocument } from './document.js';
import { type Document } from './openapi.types.js';
import { staticFile, type StaticFile } from '../server/static-file.js';
import { docsPage } from './page/docs-page.js';

/** The document and the documentation page, built on first use. */
@Injectable()
export class OpenApiService {
  private built?: { document: StaticFile; page: StaticFile };

  constructor(
    private readonly registry: RouteRegistry,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
    @Inject(PROFILE) private readonly profile: Profile,
    private readonly model: ContentModel,
    private readonly repeated: RepeatedWritesService,
  ) {}

  get document(): StaticFile {
    return this.files().document;
  }

  get page(): StaticFile {
    return this.files().page;
  }

  private files(): { document: StaticFile; page: StaticFile } {
    if (!this.built) {
      const { routes } = this.registry;
      const { basePath } = this.options;
      const { parameters } = this.repeated.writes ?? {};
      const document: Document = openApiDocument(routes, this.profile, this.model, basePath, parameters);
      this.built = {
        document: staticFile('application/json; charset=UTF-8', JSON.stringify(document)),
        page: staticFile('text/html; charset=UTF-8', docsPage(document)),
      };
    }
    return this.built;
  }
}
