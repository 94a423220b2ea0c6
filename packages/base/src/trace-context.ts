import { assert } from './assert.ts';

/** Position in a trace, as the W3C header `traceparent` carries it from process to process. */
export type TraceContext = {
  /** 32 hex digits: the same for everything one call causes. */
  readonly traceId: string;
  /** 16 hex digits: the caller's own span. */
  readonly spanId: string;
  /** Whether the caller records this trace. A stranger's claim decides nothing. */
  readonly isSampled: boolean;
};

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NOTHING = /^0+$/;

/** Reads a `traceparent`; undefined for anything else, also for ids of zeros, which the standard forbids. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags] = (text?.length === 55 && TRACEPARENT.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** Makes the context of a new call. The caller provides the randomness: 24 bytes. */
export function newTraceContext(random: Uint8Array): TraceContext {
  assert(random.length >= 24, 'twenty-four random bytes are given');
  const hex = [...random.subarray(0, 24)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { traceId: hex.slice(0, 32), spanId: hex.slice(32), isSampled: false };
}
