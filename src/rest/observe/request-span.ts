import { type IncomingMessage, type ServerResponse } from 'node:http';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { activeTracer } from '../../telemetry/spans.js';
import { type RequestRecord } from './request-record.js';

/** The request as a span, and everything it does below it. Only a proxy of ours may make it a part of its own trace. */
export function startRequestSpan(
  request: IncomingMessage,
  record: RequestRecord,
  isFromProxy: boolean,
  goOn: () => void,
): void {
  const parent = isFromProxy ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
  const attributes = {
    'http.request.method': record.method,
    'url.path': record.path,
    'nestpress.request_id': record.id,
  };
  const span = activeTracer()!.startSpan(record.method, { kind: SpanKind.SERVER, attributes }, parent);
  record.span = span;
  context.with(trace.setSpan(parent, span), goOn);
}

/** Gives the id of the trace, for the log. */
export function endRequestSpan(
  record: RequestRecord,
  response: ServerResponse,
  isAborted: boolean,
): string | undefined {
  const { span, endpoint } = record;
  if (!span) return undefined;
  const route = endpoint?.route.pattern;
  if (route !== undefined) span.updateName(`${record.method} ${route}`).setAttribute('http.route', route);
  span.setAttribute('http.response.status_code', response.statusCode);
  if (isAborted || response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  return span.spanContext().traceId;
}
