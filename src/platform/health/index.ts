/** Public API of this folder, for the features. */
export { HealthModule } from './health.module.js';
export { HealthService } from './health.service.js';
