import { expect, test } from '@jest/globals';
import { anonymous, verdict } from '../../../test/support/request-context.js';
import { DEFAULT_PROFILE } from '../../variant/profiles.js';
import { Arg } from './arg.decorator.js';
import { CompiledArgs } from './compile.js';

class EditedOnlyDto {
  @Arg({ type: 'string', enum: ['edit'], default: 'view', early: true })
  context!: string;

  @Arg({ type: 'integer', default: 10, minimum: 1, early: true })
  size!: number;
}

const check = (query: Record<string, unknown>) =>
  new CompiledArgs(EditedOnlyDto, DEFAULT_PROFILE).check(anonymous({ query })).catch(verdict);

test('a valid default is used', async () => {
  expect({ ...((await check({ context: 'edit' })) as object) }).toEqual({ context: 'edit', size: 10 });
});

test('a default that is not valid has to be replaced by the request', async () => {
  expect(await check({})).toBe('rest_invalid_param 400');
  expect(await check({ context: 'view' })).toBe('rest_invalid_param 400');
});
