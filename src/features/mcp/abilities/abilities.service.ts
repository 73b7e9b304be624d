import { Inject, Injectable } from '@nestjs/common';
import { ApplicationPasswordsService } from '../../../access/authentication/index.js';
import { ContentService } from '../../../modules/content/index.js';
import { validateValue, type ValueSchema } from '../../../rest/args/index.js';
import { denied, RestError } from '../../../rest/errors/index.js';
import { type RequestContext } from '../../../rest/http/index.js';
import { RouteRegistry } from '../../../rest/route/index.js';
import { asList, isMap, type PhpMap, splitList } from '../../../text/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { type AgentTool } from '../agent-tool.js';
import { AgentToolsService } from '../agent-tools.service.js';
import { OfferedToolsService } from '../offered-tools.service.js';
import { type McpSettings, McpSettingsService } from '../mcp-settings.service.js';
import { type Ability, CORE_ABILITIES, type CoreAbility } from './core-abilities.js';

export type AbilityMethod = 'GET' | 'POST' | 'DELETE';

const NAMESPACE = 'nestpress/';
/** Name of the agent in revisions and the audit log where no application password names it. */
const AGENT = 'Abilities';

const unknownAbility = () => new RestError('rest_ability_not_found', 'There is no such ability.', 404);
const wrongMethod = (method: AbilityMethod) =>
  new RestError('rest_ability_invalid_method', `This ability is run with ${method}.`, 405);
const invalidInput = (name: string, reason: string) =>
  new RestError('ability_invalid_input', `The input of ${name} is not valid: ${reason}`, 400);

/** Agents are switched on there. */
const SETTINGS_NAMESPACE = 'nestpress/v1';

/** Abilities of WordPress, and the tools of agents under names of their own while agents are switched on. */
@Injectable()
export class AbilitiesService {
  constructor(
    private readonly tools: AgentToolsService,
    private readonly offered: OfferedToolsService,
    private readonly settings: McpSettingsService,
    private readonly content: ContentService,
    private readonly passwords: ApplicationPasswordsService,
    private readonly routes: RouteRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async list(ctx: RequestContext): Promise<Ability[]> {
    const settings = await this.agentSettings();
    const tools = settings ? this.offered.allowed(ctx.principal, settings) : [];
    return [...CORE_ABILITIES, ...tools.map(abilityOf)];
  }

  async find(ctx: RequestContext, name: string): Promise<Ability> {
    const ability = (await this.list(ctx)).find((ability) => ability.name === name);
    if (!ability) throw unknownAbility();
    return ability;
  }

  /** In the order of WordPress: the ability, the method, the input, the permission. */
  async assertRunnable(ctx: RequestContext, name: string, input: unknown): Promise<void> {
    const ability = await this.find(ctx, name);
    const method = methodOf(ability);
    if (ctx.request.method !== method) throw wrongMethod(method);
    const problem =
      name.startsWith(NAMESPACE) || input === undefined || input === null
        ? undefined
        : validateValue(input, ability.inputSchema as ValueSchema, 'input', this.profile.args);
    if (problem) throw invalidInput(name, problem.message);
    const { needs } = ability as Partial<CoreAbility>;
    if (ctx.principal.isAnonymous || (needs !== undefined && !ctx.principal.can(needs)))
      throw denied(ctx.principal, 'rest_ability_cannot_execute', 'You may not run this ability.');
  }

  async run(ctx: RequestContext, name: string, input: unknown): Promise<unknown> {
    const values = isMap(input) ? input : {};
    const core = CORE_ABILITIES.find((ability) => ability.name === name);
    if (core) return pick(await core.run(ctx, this.content), values.fields);
    const settings = await this.agentSettings();
    const tool = settings && this.offered.allowed(ctx.principal, settings).find((tool) => nameOf(tool) === name);
    if (!tool) throw unknownAbility();
    const { id, applicationPassword } = ctx.principal;
    const password = applicationPassword && (await this.passwords.find(id, applicationPassword));
    const agent = ctx.principal.with({ agent: (password && password.name) || AGENT });
    return this.tools.call(agent, settings, tool.name, withNumber(values));
  }

  private async agentSettings(): Promise<McpSettings | undefined> {
    const settings = this.routes.namespaces.includes(SETTINGS_NAMESPACE) ? await this.settings.read() : undefined;
    return settings?.enabled ? settings : undefined;
  }
}

/** The method that runs an ability. */
export function methodOf({ isReadOnly, isDestructive, isIdempotent }: Ability): AbilityMethod {
  if (isReadOnly) return 'GET';
  return isDestructive && isIdempotent ? 'DELETE' : 'POST';
}

const nameOf = ({ name }: AgentTool) => NAMESPACE + name.replaceAll('_', '-');

function abilityOf(tool: AgentTool): Ability {
  const words = tool.name.replaceAll('_', ' ');
  return {
    name: nameOf(tool),
    label: words[0]!.toUpperCase() + words.slice(1),
    description: tool.description,
    category: 'content',
    inputSchema: tool.inputSchema,
    outputSchema: { type: 'object' },
    isReadOnly: tool.does === 'read',
    isDestructive: tool.does === 'delete',
    isIdempotent: tool.method !== 'POST',
  };
}

/** Values in a URL are texts. */
function withNumber(input: PhpMap): PhpMap {
  const { id } = input;
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? { ...input, id: Number(id) } : input;
}

function pick(members: Readonly<Record<string, unknown>>, fields: unknown): Readonly<Record<string, unknown>> {
  const names = (typeof fields === 'string' ? splitList(fields) : asList(fields)) ?? [];
  if (names.length === 0) return members;
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}
