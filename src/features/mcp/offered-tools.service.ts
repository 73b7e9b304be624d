import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { cleanKey, toText } from '../../text/index.js';
import { type AgentTool, briefSchema } from './agent-tool.js';
import { AgentToolsRegistry, META_TOOLS } from './agent-tools.registry.js';
import { type McpSettings } from './mcp-settings.service.js';

/** An entry in one of these states is public, or will be without another write. */
export const PUBLIC_STATUSES: ReadonlySet<unknown> = new Set(['publish', 'private', 'future']);

const MAX_FOUND = 8;

/** Which tools agents get: those that the settings of the site, the credentials and the capabilities of the user allow. */
@Injectable()
export class OfferedToolsService {
  constructor(private readonly registry: AgentToolsRegistry) {}

  /** The tools that the settings of the site and the limits of the credentials allow. */
  allowed(principal: Principal, settings: McpSettings): AgentTool[] {
    return [...this.registry.tools.values()].filter((tool) => isAllowed(tool, principal, settings));
  }

  /** The allowed tools that the user has the capabilities for. */
  list(principal: Principal, settings: McpSettings): AgentTool[] {
    return this.allowed(principal, settings)
      .filter((tool) => isCapable(tool, principal))
      .map((tool) => withStatuses(tool, principal, settings));
  }

  /** The usual ones of them in few words, and those that lead to the others. */
  common(principal: Principal, settings: McpSettings): AgentTool[] {
    const tools = this.list(principal, settings);
    return [
      ...tools.filter(({ isCommon }) => isCommon).map((tool) => ({ ...tool, inputSchema: briefSchema(tool) })),
      ...META_TOOLS,
    ];
  }

  /** Those whose names or descriptions have the words, the best ones with all their arguments; without words all names. */
  search(principal: Principal, settings: McpSettings, query: string): unknown {
    const tools = this.list(principal, settings);
    const words = query
      .toLowerCase()
      .split(/[\s_,.-]+/)
      .filter(Boolean);
    if (words.length === 0) return { tools: tools.map(({ name }) => name) };
    const rank = ({ name, description }: AgentTool) =>
      words.reduce(
        (sum, word) => sum + (name.includes(word) ? 2 : description.toLowerCase().includes(word) ? 1 : 0),
        name === query.trim() ? 100 : 0,
      );
    const found = tools
      .map((tool) => ({ tool, rank: rank(tool) }))
      .filter(({ rank: own }) => own > 0)
      .sort((a, b) => b.rank - a.rank)
      .slice(0, MAX_FOUND);
    return { tools: found.map(({ tool: { name, description, inputSchema } }) => ({ name, description, inputSchema })) };
  }
}

/** Whether a status means the trash, as routes read it. */
export function isTrash(status: unknown): boolean {
  return cleanKey(toText(status)) === 'trash';
}

export function isAllowed({ does }: AgentTool, { limits }: Principal, settings: McpSettings): boolean {
  if (does === 'read') return true;
  if (settings.read_only || limits?.readOnly) return false;
  return does === 'write' || settings.delete;
}

export function isCapable({ needs }: AgentTool, principal: Principal): boolean {
  return needs === undefined || needs.some((capability) => principal.can(capability));
}

/** Without the statuses that every call would be refused with. */
function withStatuses(tool: AgentTool, principal: Principal, settings: McpSettings): AgentTool {
  const { status } = tool.inputSchema.properties;
  const allowed = (status as { enum?: readonly unknown[] } | undefined)?.enum;
  if (tool.does !== 'write' || !allowed) return tool;
  const [publish] = tool.mayNeed.rest_cannot_publish ?? [];
  const publishes = !tool.writesEntries || (settings.publish && (publish === undefined || principal.can(publish)));
  const offered = allowed.filter(
    (name) =>
      (publishes || !PUBLIC_STATUSES.has(name)) &&
      (settings.delete || !isTrash(name)) &&
      isReachable(tool, principal, name),
  );
  const properties = { ...tool.inputSchema.properties, status: { ...status, enum: offered } };
  return { ...tool, inputSchema: { ...tool.inputSchema, properties } as AgentTool['inputSchema'] };
}

/** Whether an entry can get the status in some way that the user may choose. New entries are drafts. */
function isReachable({ transitions, method }: AgentTool, principal: Principal, status: unknown): boolean {
  if (!transitions || isTrash(status) || (method === 'POST' && status === 'draft')) return true;
  const target = status === 'future' ? 'publish' : status;
  return transitions.some(
    ({ from, to, capability }) =>
      to === target &&
      (method !== 'POST' || [from].flat().includes('draft')) &&
      (capability === undefined || principal.can(capability)),
  );
}
