import { IsOptional } from 'class-validator';
import { addConfigGroup } from '../../platform/config/config.js';
import {
  IsListener,
  IsSwitch,
  IsWholeNumber,
  type Listener,
  Variable,
} from '../../platform/config/variable.decorators.js';

export class MetricsConfig {
  @Variable(
    'METRICS_PORT',
    'port on which Prometheus metrics are served, on 127.0.0.1 or on the address in front of it (`0.0.0.0:9464`); unset: they are not served',
  )
  @IsOptional()
  @IsListener()
  readonly listener?: Listener;

  @Variable('SLOW_QUERY_MS', 'log statements that take longer, without their values; 0: none')
  @IsWholeNumber(0, 600_000)
  readonly slowQueryMs: number = 0;

  @Variable('OTEL', 'create spans for an OpenTelemetry SDK that the operator loads')
  @IsSwitch()
  readonly tracing: boolean = false;
}

addConfigGroup('metrics', MetricsConfig);

declare module '../../platform/config/config.js' {
  interface Config {
    readonly metrics: MetricsConfig;
  }
}
