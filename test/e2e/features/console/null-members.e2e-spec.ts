import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import request from 'supertest';
import * as consoleDtos from '../../../../src/features/console/console.dto.js';
import { RouteRegistry } from '../../../../src/rest/route/route-registry.js';
import { ADMIN, anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';

type Body = Record<string, unknown>;

const EXAMPLES: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  boolean: true,
  string: 'x',
  array: [],
  object: {},
};

/** DTOs of the console, by the addresses that read them. */
const CONSOLE: Readonly<Record<string, keyof typeof consoleDtos>> = {
  login: 'LoginDto',
  setup: 'SetupDto',
  password: 'NewPasswordDto',
  'password/link': 'PasswordLinkDto',
  'password/request': 'PasswordRequestDto',
};

anyEngine((engine) =>
  describe.each(['A', 'B', 'C'])('variant %s', (VARIANT) => {
    let service: TestApp;
    beforeAll(async () => {
      service = await startTestApp({ ...WEB, VARIANT, OIDC_URL: 'https://cms:s@login.example/realm' }, engine);
    });
    afterAll(() => service.close());

    test('null in any member of a DTO of the console is a 400', async () => {
      const dtos = Object.keys(consoleDtos).filter((name) => name.endsWith('Dto') && name !== 'readDto');
      expect(Object.values(CONSOLE).sort()).toEqual(dtos.sort());
      const statuses: Record<string, number> = {};
      for (const [path, name] of Object.entries(CONSOLE)) {
        const dto = consoleDtos[name];
        const members = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
        const valid = { login: ADMIN.user, password: ADMIN.password, token: 'x', title: 'x', email: 'a@x.test' };
        for (const member of new Set(members.map(({ propertyName }) => propertyName))) {
          const sent = request(service.server).post(`/console/${path}`);
          statuses[`${path} ${member}`] = (await sent.send({ ...valid, [member]: null })).status;
        }
      }
      expect(Object.keys(statuses).length).toBeGreaterThan(10);
      expect(Object.entries(statuses).filter(([, status]) => status !== 400)).toEqual([]);
    });

    test('null in an optional argument of a route of ours is never a fault of the service', async () => {
      const failed: string[] = [];
      let count = 0;
      const { routes } = service.app.get(RouteRegistry, { strict: false });
      for (const { pattern, endpoints } of routes.filter(({ namespace }) => namespace !== 'wp/v2')) {
        const path = pattern.replace(/\(\?P<[^>]+>(?:[^()]|\([^()]*\))+\)/g, '1');
        for (const { methods, args } of endpoints) {
          const method = methods.find((name) => name !== 'GET');
          if (method === undefined) continue;
          const { args: declared } = args;
          const required: Body = {};
          for (const arg of declared)
            if (arg.required) required[arg.name] = arg.enum?.[0] ?? EXAMPLES[String(arg.type)];
          const optional = declared.filter((arg) => !arg.required).map(({ name }) => name);
          const bodies = [...optional.map((name) => [name]), optional].filter((names) => names.length > 0);
          for (const names of bodies) {
            const nulls = Object.fromEntries(names.map((name) => [name, null]));
            const sent = request(service.server)[method.toLowerCase() as 'post'](`/wp-json${path}`);
            const { status } = await sent.auth(ADMIN.user, ADMIN.password).send({ ...required, ...nulls });
            count++;
            // A provider that cannot be reached is no fault of the service.
            if (status >= 500 && !(status === 503 && path.includes('identity-link')))
              failed.push(`${method} ${path} ${names.join()}: ${status}`);
          }
        }
      }
      expect(count).toBeGreaterThan(50);
      expect(failed).toEqual([]);
    });
  }),
);
