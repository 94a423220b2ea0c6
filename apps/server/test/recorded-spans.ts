import { formatTraceparent, type TraceContext } from '@app/base';
import { onTestFinished } from 'vitest';
import { type SpanOptions, type Tracer, useTracer } from '../src/platform/process/trace.ts';

/** A recorded span of another process. */
export const SAMPLED = '00-0102030405060708090a0b0c0d0e0f10-1112131415161718-01';

export type RecordedSpan = {
  readonly name: string;
  readonly parent: Parameters<Tracer['start']>[1];
  readonly options: SpanOptions;
  readonly context: TraceContext;
  readonly traceparent: string;
  readonly attributes: Record<string, string | number | boolean>;
  readonly events: string[];
  isEnded: boolean;
};

/** Records spans in memory until the test ends; `isSampled` decides about new traces. */
export function recordSpans(isSampled: () => boolean = () => true): { readonly started: readonly RecordedSpan[] } {
  const started: RecordedSpan[] = [];
  useTracer({
    isSampled,
    start: (name, parent, options) => {
      const spanId = String(started.length + 1).padStart(16, '0');
      const context = { traceId: parent.traceId, spanId, isSampled: true };
      const span: RecordedSpan = {
        name,
        parent,
        options,
        context,
        traceparent: formatTraceparent(context),
        attributes: { ...options.attributes },
        events: [],
        isEnded: false,
      };
      started.push(span);
      return {
        context,
        traceparent: span.traceparent,
        event: (event) => void span.events.push(event),
        set: (attribute, value) => {
          span.attributes[attribute] = value;
        },
        end: () => {
          span.isEnded = true;
        },
      };
    },
  });
  onTestFinished(() => useTracer(undefined));
  return { started };
}
