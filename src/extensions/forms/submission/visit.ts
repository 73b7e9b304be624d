import { type Principal } from '../../../access/principal.js';
import { type UploadedFile } from '../../../rest/http/rest-request.js';
import { type Site } from '../../../site/site.js';

/** Who sends a form, and how. A request of the interface is one; so is a form sent without a script. */
export interface Visit {
  readonly principal: Principal;
  readonly site: Site;
  readonly request: {
    readonly address: string;
    readonly files: readonly UploadedFile[];
    header(name: string): string | undefined;
  };
}
