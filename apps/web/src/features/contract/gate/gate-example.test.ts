import { showAmount, showPercent } from '@app/money';
import { expect, it } from 'vitest';
import { RULEBOOK } from '../trade/contract-context.fixture.ts';
import { gateExample } from './gate-example.ts';

it('states what the first terms do to 100 USDT at ten times', () => {
  const { closesAt, halfway, lossHalfway } = gateExample(RULEBOOK.terms);
  expect([showPercent(closesAt), showPercent(halfway), showAmount(lossHalfway, 2)]).toEqual([
    '−9.52%',
    '−4.76%',
    '−47.60',
  ]);
});
