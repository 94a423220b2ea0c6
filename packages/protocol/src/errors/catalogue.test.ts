import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { APP_MESSAGES, REFUSALS } from './catalogue.ts';
import { SPEC_MESSAGES } from './spec-messages.ts';

const LIST = resolve(import.meta.dirname, '../../../../docs/spec/messages.txt');
const listed = readFileSync(LIST, 'utf8').split('\n').filter(Boolean);

describe('the refusal catalogue', () => {
  it('has a code for every message of the specification, and for no other', () => {
    expect(SPEC_MESSAGES.map(([message]) => message).sort()).toEqual([...listed].sort());
    const known = new Set<string>([...Object.keys(REFUSALS), ...APP_MESSAGES]);
    expect(SPEC_MESSAGES.filter(([, code]) => !known.has(code))).toEqual([]);
  });

  it('keeps types and follow-ups consistent: 999 goes to login, 998 to verification, all else stays', () => {
    const followUps = { 999: 'login', 998: 'verify_identity', error: 'toast' } as const;
    for (const [code, { type, next, status }] of Object.entries(REFUSALS)) {
      expect(next, code).toBe(followUps[type]);
      expect(status, code).toBeGreaterThanOrEqual(400);
    }
  });

  it('has no message in both the app and the server', () => {
    expect(APP_MESSAGES.filter((message) => message in REFUSALS)).toEqual([]);
  });
});
