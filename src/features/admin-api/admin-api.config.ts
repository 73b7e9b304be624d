import { IsOptional } from 'class-validator';
import { addConfigGroup } from '../../platform/config/config.js';
import { IsSwitch, Variable } from '../../platform/config/variable.decorators.js';
import { type FeatureSite } from '../../feature.js';

export class AdminApiConfig {
  @Variable(
    'CONSOLE',
    'serve the console at `/console/`, with sign-in by WordPress’s login cookies, and the namespace `nestpress/v1`; `api`: only that namespace; unset: on for a database that Nestpress installed, else `api` if `FRONT_END_URL` is set',
  )
  @IsOptional()
  @IsSwitch('api')
  readonly console?: boolean | 'api';
}

addConfigGroup('adminApi', AdminApiConfig);

declare module '../../platform/config/config.js' {
  interface Config {
    readonly adminApi: AdminApiConfig;
  }
}

export function isApiServed({ config, isInstalledHere }: FeatureSite): boolean {
  return (config.adminApi.console ?? (isInstalledHere || config.frontEnd.url !== undefined)) !== false;
}

export function isConsoleServed({ config, isInstalledHere }: FeatureSite): boolean {
  return (config.adminApi.console ?? isInstalledHere) === true;
}
