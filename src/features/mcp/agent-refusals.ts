import { type Principal } from '../../access/index.js';
import { RestError } from '../../rest/errors/index.js';
import { type AgentTool } from './agent-tool.js';

export const unknownTool = (name: string) =>
  new RestError('mcp_unknown_tool', `There is no tool "${name}" for you.`, 404);
export const invalidInput = (message: string) => new RestError('mcp_invalid_arguments', message, 400);
export const cannotPublish = () =>
  new RestError(
    'mcp_cannot_publish',
    'Agents may not publish on this site, nor change what is published. Write a draft; a person publishes it.',
    403,
  );
export const cannotDelete = () =>
  new RestError('mcp_cannot_delete', 'Agents may not delete on this site, nor move anything to the trash.', 403);
export const tooManyWrites = (seconds: number) =>
  new RestError('mcp_too_many_writes', `There were too many writes. Wait for ${seconds} seconds.`, 429);

export function lacksCapability({ login }: Principal, capability: string, name: string): RestError {
  return new RestError(
    'mcp_missing_capability',
    `${name} needs the capability ${capability}, which ${login} lacks.`,
    403,
    {
      status: 403,
      missing_capability: capability,
    },
  );
}

/** A refusal with the capability that the user lacks, where one can be named. */
export function explained(error: unknown, { mayNeed }: AgentTool, principal: Principal): unknown {
  if (!(error instanceof RestError) || (error.status !== 401 && error.status !== 403)) return error;
  const candidates = Object.hasOwn(mayNeed, error.code) ? mayNeed[error.code]! : [];
  const { missing_capability: named } = (error.data ?? {}) as { missing_capability?: string };
  const missing = named ?? candidates.find((name) => !principal.can(name));
  if (missing === undefined) return error;
  const data = { ...(error.data as object), missing_capability: missing };
  return new RestError(error.code, `${error.message} The user lacks the capability ${missing}.`, error.status, data);
}
