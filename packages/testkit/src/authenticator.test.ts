import { expect, it } from 'vitest';
import { authenticatorCode } from './authenticator.ts';

it('shows the codes of RFC 6238 (appendix B, the last six digits)', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'; // '12345678901234567890'
  expect([59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((s) => authenticatorCode(key, s * 1_000))).toEqual([
    '287082',
    '081804',
    '005924',
    '353130',
  ]);
});
