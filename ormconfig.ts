/** The data source for the TypeORM command: `typeorm -d dist/ormconfig.js query "SELECT …"`. */
import { createDataSource, dataSourceOptions } from './src/database/engine/open.js';
import { loadConfig } from './src/platform/config/config.js';

const { databaseUrl, databaseFile, databasePool, tablePrefix } = loadConfig();

export default await createDataSource(
  dataSourceOptions({ url: databaseUrl, file: databaseFile, tablePrefix, poolSize: databasePool }),
);
