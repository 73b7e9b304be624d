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

/** Undefined while tracing is off; every call below then costs one comparison. */
let tracer: Tracer | undefined;

/** Spans go to whatever OpenTelemetry SDK the operator loaded into the process; without one they are discarded. */
export function turnTracingOn(): void {
  tracer = trace.getTracer('nestpress');
}

export function turnTracingOff(): void {
  tracer = undefined;
}

export function activeTracer(): Tracer | undefined {
  return tracer;
}

/** Runs work in a span, which is a child of the active one, if any. */
export function inSpan<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer ? spanned(tracer, name, kind, attributes, work) : work();
}

/** Like inSpan, but only inside another span: otherwise each statement of a timer would be a trace of its own. */
export function inChildSpan<T>(name: () => string, attributes: () => Attributes, work: () => Promise<T>): Promise<T> {
  return tracer && trace.getActiveSpan() ? spanned(tracer, name(), SpanKind.CLIENT, attributes(), work) : work();
}

/** Starts work outside of the active trace, even where that trace triggered it. */
export function detachTrace<T>(start: () => T): T {
  return tracer ? context.with(ROOT_CONTEXT, start) : start();
}

/** Error messages can contain input, so the span only gets the error's type. */
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
