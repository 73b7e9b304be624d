import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  context,
  type ContextManager,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  trace,
  type Tracer,
} from '@opentelemetry/api';

/** A span as the service described it. */
export interface SeenSpan {
  name: string;
  kind?: number;
  attributes: Attributes;
  /** OpenTelemetry's number for it: 2 is an error. */
  status?: number;
  parent?: string;
  traceId: string;
  id: string;
  ended: boolean;
}

/** The smallest SDK there can be: remembers spans. Registered through the api, as an operator's is. */
export function recordSpans(): { spans: SeenSpan[]; stop(): void } {
  const spans: SeenSpan[] = [];
  const tracer = new RecordingTracer(spans) as Pick<Tracer, 'startSpan'> as Tracer;
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  context.setGlobalContextManager(new StorageContexts());
  return {
    spans,
    stop: () => {
      trace.disable();
      context.disable();
    },
  };
}

class RecordingTracer implements Pick<Tracer, 'startSpan'> {
  constructor(private readonly spans: SeenSpan[]) {}

  startSpan(name: string, { kind, attributes = {} }: SpanOptions = {}, from: Context = context.active()): Span {
    const parent = trace.getSpanContext(from);
    const id = (this.spans.length + 1).toString(16).padStart(16, '0');
    const seen: SeenSpan = {
      name,
      kind,
      attributes: { ...attributes },
      parent: parent?.spanId,
      traceId: parent?.traceId ?? id.padStart(32, '0'),
      id,
      ended: false,
    };
    this.spans.push(seen);
    const span = {
      spanContext: () => ({ traceId: seen.traceId, spanId: id, traceFlags: 1 }),
      setAttribute: (key: string, value: string) => ((seen.attributes[key] = value), span),
      setStatus: ({ code }: { code: number }) => ((seen.status = code), span),
      updateName: (text: string) => ((seen.name = text), span),
      end: () => void (seen.ended = true),
    } as unknown as Span;
    return span;
  }

  startActiveSpan(name: string, options: SpanOptions, work: (span: Span) => unknown): unknown {
    const span = this.startSpan(name, options);
    return context.with(trace.setSpan(context.active(), span), () => work(span));
  }
}

class StorageContexts implements ContextManager {
  private readonly storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.storage.getStore() ?? ROOT_CONTEXT;
  }

  with<Args extends unknown[], Work extends (...args: Args) => ReturnType<Work>>(
    own: Context,
    work: Work,
    self?: ThisParameterType<Work>,
    ...args: Args
  ): ReturnType<Work> {
    return this.storage.run(own, () => work.call(self as never, ...args));
  }

  bind<T>(_own: Context, target: T): T {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.storage.disable();
    return this;
  }
}
