import { Injectable } from '@nestjs/common';
import { siteFacts } from '../../access/index.js';
import { EntriesStore, mayEdit } from '../../modules/entries/index.js';
import { denied, invalidParams, noRoute, RestError } from '../../rest/errors/index.js';
import { type RequestContext } from '../../rest/http/index.js';
import { type ReadPanelDto, type RunActionDto } from './extension-parts.dto.js';
import { ExtensionPartsService } from './extension-parts.service.js';

const MAX_IDS = 100;

type Verdict = Promise<true | RestError>;

/** Actions and panels are for those who may edit the entries and have the capabilities that the module names. */
@Injectable()
export class ExtensionPartsPolicy {
  constructor(
    private readonly parts: ExtensionPartsService,
    private readonly entries: EntriesStore,
  ) {}

  run(ctx: RequestContext, args: RunActionDto): Verdict {
    return this.check(ctx, this.parts.action(ctx.principal, args), args.ids);
  }

  read(ctx: RequestContext, args: ReadPanelDto): Verdict {
    return this.check(ctx, this.parts.panel(ctx.principal, args), [args.entry]);
  }

  private async check(
    { principal, site }: RequestContext,
    found: { readonly part: { readonly on: readonly string[] }; readonly isAllowed: boolean } | undefined,
    ids: readonly number[],
  ): Verdict {
    if (!found) return noRoute();
    if (!found.isAllowed) return denied(principal, 'rest_forbidden', 'You may not do this.');
    if (ids.length === 0 || ids.length > MAX_IDS) return invalidParams({ ids: `ids must have 1 to ${MAX_IDS} IDs.` });
    const entries = await this.entries.byIds(ids, { content: false });
    const facts = siteFacts(site);
    for (const id of ids) {
      const entry = entries.get(id);
      if (!entry || !found.part.on.includes(entry.type))
        return invalidParams({ ids: `There is no such entry: ${id}.` });
      if (!mayEdit(principal, entry, facts))
        return denied(principal, 'rest_cannot_edit', 'You may not edit this post.');
    }
    return true;
  }
}
