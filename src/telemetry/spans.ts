import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

/** Undefined unless tracing is switched on: then every call below is a comparison. */
let tracer: Tracer | undefined;

/** Spans go to whatever OpenTelemetry SDK the operator loaded into the process; without one they go nowhere. */
export function turnTracingOn(): void {
  tracer = trace.getTracer('nestpress');
}

export function turnTracingOff(): void {
  tracer = undefined;
}

export function activeTracer(): Tracer | undefined {
  return tracer;
}

/** Does work as a part of whatever is under way. */
export function inSpan<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer ? spanned(tracer, name, kind, attributes, work) : work();
}

/** As inSpan, but only inside another span: statements of timers would be a trace each. */
export function inChildSpan<T>(name: () => string, attributes: () => Attributes, work: () => Promise<T>): Promise<T> {
  return tracer && trace.getActiveSpan() ? spanned(tracer, name(), SpanKind.CLIENT, attributes(), work) : work();
}

/** Starts work that is no part of what is under way, though it may have been set off by it. */
export function apart<T>(start: () => T): T {
  return tracer ? context.with(ROOT_CONTEXT, start) : start();
}

/** Messages of errors can hold input; a span only gets their kind. */
export function markFailed(span: Span, error: unknown): void {
  const { code, constructor } = (error ?? {}) as { code?: unknown; constructor?: { name: string } };
  span.setAttribute('error.type', typeof code === 'string' ? code : (constructor?.name ?? typeof error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function spanned<T>(
  by: Tracer,
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return by.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}
