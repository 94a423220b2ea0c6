import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { openLog } from './log.ts';
import { inTrace } from './trace.ts';

function logged(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  openLog('test', 'info', { write: (line) => void lines.push(line) }).error(fields, 'it failed');
  return JSON.parse(lines.join(''));
}

describe('an error in the log', () => {
  it('has its stack and the stack of its cause', () => {
    const err = new Error('outer', { cause: new TypeError('inner') });
    const { stack, message } = logged({ err }).err as { stack: string; message: string };
    expect(message).toContain('outer');
    expect(stack).toContain('log.test.ts');
    expect(stack).toContain('TypeError: inner');
  });

  it('keeps PostgreSQL’s code and constraint, and drops the detail, which quotes a row', () => {
    const err = Object.assign(new DatabaseError('duplicate key', 13, 'error'), {
      code: '23505',
      constraint: 'user_account_email_key',
      detail: 'Key (email)=(somebody@example.com) already exists.',
    });
    const line = logged({ err });
    expect(line.err).toMatchObject({ errorCode: '23505', constraint: 'user_account_email_key' });
    expect(JSON.stringify(line)).not.toContain('somebody@example.com');
  });

  it('may be any thrown value', () => {
    expect(logged({ err: 'a text' }).err).toEqual({ message: 'a text' });
    expect(logged({ err: undefined })).toHaveProperty('msg', 'it failed');
  });
});

it('a line written inside a trace names it, and another does not', () => {
  expect(inTrace('ab'.repeat(16), undefined, () => logged({ n: 1 }))).toMatchObject({ n: 1, trace: 'ab'.repeat(16) });
  expect(logged({ n: 1 })).not.toHaveProperty('trace');
});

describe('a secret in the log', () => {
  it.each([{ code: '123456' }, { body: { code: '123456' } }, { request: { body: { password: '123456' } } }])(
    'is removed from %o',
    (fields) => expect(JSON.stringify(logged(fields))).not.toContain('123456'),
  );
});
