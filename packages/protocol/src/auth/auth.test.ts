import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CODE_PURPOSES, VISITOR_PURPOSES } from '../code-purposes.ts';
import { checkCode } from './index.ts';

describe('checking a code without a session', () => {
  it('is allowed for visitor codes only, not for codes that prove identity within a session', () => {
    const isRead = (purpose: string) => {
      const wire = { user_string: 'ann@example.com', code: '402113', purpose };
      return z.safeDecode(checkCode.request, wire as never).success; // Any input; validated here.
    };
    expect(CODE_PURPOSES.filter(isRead)).toEqual(['register', 'forget', 'unfreeze']);
    expect(VISITOR_PURPOSES.every(isRead)).toBe(true);
  });
});
