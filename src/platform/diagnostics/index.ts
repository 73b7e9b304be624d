/** Public API of this folder, for the features. */
export { type DiagnosticResult, type DoctorContext, fail, ok, warn } from './diagnostic-result.js';
export { DiagnosticsService } from './diagnostics.service.js';
export { reasonOf } from './reason-of.js';
export { rendersBlocks } from './release-check.js';
