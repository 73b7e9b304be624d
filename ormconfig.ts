/**
 * The data source of the configured site, for the TypeORM command line: `npm run typeorm -- migration:show`. It is opened as the
 * service opens it, with the entities and migrations of every module.
 */
import './src/app.module.js';
import { createDataSource, dataSourceOptions } from './src/database/drivers/open.js';
import { loadConfig } from './src/platform/config/load-config.js';
import './src/features/transfer/transfer.module.js';

const { databaseUrl, databaseFile, databasePool, tablePrefix } = loadConfig();

const options = dataSourceOptions({ url: databaseUrl, file: databaseFile, tablePrefix, poolSize: databasePool });

export default await createDataSource({ ...options, logger: 'advanced-console' });
