import { IsOptional, IsString } from 'class-validator';
import { addConfigGroup } from '../../platform/config/config.js';
import { Variable } from '../../platform/config/variable.decorators.js';

export class AcfConfig {
  @Variable(
    'ACF_JSON',
    'folder with field groups of Advanced Custom Fields as JSON files, such as `acf-json` of the theme; they take the place of those in the database with the same key',
  )
  @IsOptional()
  @IsString()
  readonly json?: string;
}

addConfigGroup('acf', AcfConfig);

declare module '../../platform/config/config.js' {
  interface Config {
    readonly acf: AcfConfig;
  }
}
