import { describe, expect, it } from 'vitest';
import { subjectPath } from './subject-path.ts';

describe('the subject of a row', () => {
  it.each([
    ['change:12', '/changes?id=12'],
    ['setting:spot.ladder', '/settings?key=spot.ladder'],
    ['setting:switch.market.BTC/USDT', '/switches?q=switch.market.BTC%2FUSDT'],
    ['case:248914727655178240', '/identity/case?id=248914727655178240'],
    ['user:7', '/users/7'],
    ['withdrawal:248914727655178240', '/withdrawals?id=248914727655178240'],
    ['claim:248914727655178240', '/deposits?id=248914727655178240'],
    ['payout:248914727655178240', '/payouts?id=248914727655178240'],
    ['nothing', undefined],
  ])('%s leads to %s', (subject, path) => {
    expect(subjectPath(subject)).toBe(path);
  });
});
