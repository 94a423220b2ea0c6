import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { changeLimit } from './index.ts';

const decode = (wire: object) => z.safeDecode(changeLimit.request, wire as never); // Any input; validated here.

describe('a break on the wire', () => {
  it.each([1_800_000_000_000, '1800000000000'])(
    'given its end as %j, then it is accepted: forms can only send text',
    (until) => {
      expect(decode({ kind: 'cool_off', until }).data).toEqual({ kind: 'cool_off', until: 1_800_000_000_000 });
    },
  );

  it.each(['', '-1', '1.5', 'soon', '99999999999999999', -1, 0.5])(
    'given its end as %j, then it is refused',
    (until) => {
      expect(decode({ kind: 'cool_off', until }).success).toBe(false);
    },
  );
});
