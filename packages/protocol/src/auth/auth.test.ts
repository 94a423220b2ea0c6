import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CODE_PURPOSES, VISITOR_PURPOSES } from '../code-purposes.ts';
import { checkCode } from './index.ts';

describe('checking a code without a session', () => {
  it('is possible for what a visitor has a code for, and for nothing that proves a person in a session', () => {
    const isRead = (purpose: string) => {
      const wire = { user_string: 'ann@example.com', code: '402113', purpose };
      return z.safeDecode(checkCode.request, wire as never).success; // Whatever comes, it is checked here.
    };
    expect(CODE_PURPOSES.filter(isRead)).toEqual(['register', 'forget', 'unfreeze']);
    expect(VISITOR_PURPOSES.every(isRead)).toBe(true);
  });
});
