import { describe, expect, it } from 'vitest';
import { formatTraceparent, newTraceContext, parseTraceparent } from './trace-context.ts';

const bytes = Uint8Array.from({ length: 24 }, (_, n) => n + 1);
const text = '00-0102030405060708090a0b0c0d0e0f10-1112131415161718-00';

describe('a trace context', () => {
  it('given random bytes, then it is not sampled, and survives its header', () => {
    const context = newTraceContext(bytes);
    expect(formatTraceparent(context)).toBe(text);
    expect(parseTraceparent(text)).toEqual(context);
    expect(parseTraceparent(formatTraceparent({ ...context, isSampled: true }))?.isSampled).toBe(true);
  });

  it.each([
    undefined,
    '',
    text.toUpperCase(),
    `${text}-more`,
    text.replace('00-', '01-'),
    `00-${'0'.repeat(32)}-1112131415161718-01`,
    `00-0102030405060708090a0b0c0d0e0f10-${'0'.repeat(16)}-01`,
    text.replace('01', '0g'),
    'x'.repeat(55),
  ])('given %s, then it is none', (wrong) => {
    expect(parseTraceparent(wrong)).toBeUndefined();
  });
});
