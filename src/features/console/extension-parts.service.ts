import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import {
  type ActionContext,
  type ConsoleExtension,
  type EntryAction,
  type EntryPanel,
  type PanelRow,
} from '../../content-model/index.js';
import { Database } from '../../database/index.js';
import { ContentService } from '../../modules/content/index.js';
import { type RequestContext } from '../../rest/http/index.js';
import { CONSOLE_EXTENSIONS, isAllowed } from './console-extensions.js';

interface FoundPart<T> {
  readonly part: T;
  /** Whether the requester has the capabilities that it needs. */
  readonly isAllowed: boolean;
}

interface PartName {
  readonly extension: string;
  readonly name: string;
}

/** Actions and panels of modules. */
@Injectable()
export class ExtensionPartsService {
  constructor(
    @Inject(CONSOLE_EXTENSIONS) private readonly extensions: readonly ConsoleExtension[],
    private readonly content: ContentService,
    private readonly database: Database,
  ) {}

  /** Undefined if there is none. */
  action(principal: Principal, args: PartName): FoundPart<EntryAction> | undefined {
    return this.find(principal, args, ({ actions = [] }) => actions);
  }

  panel(principal: Principal, args: PartName): FoundPart<EntryPanel> | undefined {
    return this.find(principal, args, ({ panels = [] }) => panels);
  }

  async run({ principal }: RequestContext, { ids, ...name }: PartName & { ids: readonly number[] }): Promise<void> {
    await this.action(principal, name)!.part.run(ids, this.context(principal));
  }

  async rows({ principal }: RequestContext, { entry, ...name }: PartName & { entry: number }): Promise<PanelRow[]> {
    const rows = await this.panel(principal, name)!.part.rows(entry, this.context(principal));
    return rows.map(({ label, value = '', url }) => ({ label, value, ...(url !== undefined && { url }) }));
  }

  private find<T extends { readonly name: string; readonly capability?: string }>(
    principal: Principal,
    { extension, name }: PartName,
    partsOf: (extension: ConsoleExtension) => readonly T[],
  ): FoundPart<T> | undefined {
    const owner = this.extensions.find((candidate) => candidate.name === extension);
    const part = owner && partsOf(owner).find((candidate) => candidate.name === name);
    return part && { part, isAllowed: [owner, part].every((declared) => isAllowed(principal, declared)) };
  }

  private context(principal: Principal): ActionContext {
    const content = this.content.as(principal);
    return {
      entries: (type) => content.of(type) as unknown as ReturnType<ActionContext['entries']>,
      database: this.database,
      principal,
    };
  }
}
