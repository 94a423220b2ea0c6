import { CLAIM_REFUSALS, CLAIM_STATES } from '@app/domain/deposit';
import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Network } from '../networks.ts';
import { type Claim, claimable, isHashWrong, isOpen, outcomeOf, readClaim } from './claim-view.ts';

const network = (chain: Network['chain'], closed: Network['closed_because'] = null): Network => ({
  currency: 'USDT',
  chain,
  is_open: closed === null,
  closed_because: closed,
  confirmations: 12,
  seconds: 144,
  contract: null,
});
const NETWORKS = [network('ERC20', 'halted'), network('TRC20', 'not_connected')];
const HASH = 'ab'.repeat(32);
const FORM = { chain: 'ERC20', amount: '40.5', hash: '', picture: 'A'.repeat(22) };

describe('a report of missing coins', () => {
  it('is possible where the exchange is connected, also while its network is halted', () => {
    expect(claimable(NETWORKS).map(({ chain }) => chain)).toEqual(['ERC20']);
  });

  it('is sent with amount and picture; the hash may be left out, and is sent as the network writes it', () => {
    const ready = { chain: 'ERC20', amount: parseDecimal<Amount>('40.5'), voucher: FORM.picture };
    expect(readClaim(FORM, NETWORKS)).toEqual({ ...ready, txHash: undefined });
    expect(readClaim({ ...FORM, hash: ` ${HASH.toUpperCase()} ` }, NETWORKS)).toEqual({
      ...ready,
      txHash: `0x${HASH}`,
    });
  });

  it.each([{ amount: '' }, { amount: '0' }, { amount: '.' }, { picture: '' }, { chain: 'BTC' }, { hash: '0x12' }])(
    'is not sent with %j',
    (part) => {
      expect(readClaim({ ...FORM, ...part }, NETWORKS)).toBeUndefined();
    },
  );

  it('says that a hash is wrong only once one is typed', () => {
    expect([isHashWrong(''), isHashWrong('  '), isHashWrong('0x12'), isHashWrong(HASH)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('says what came of it, and nothing where staff wrote it', () => {
    const claim = { currency: 'USDT', amount: null, refused_because: null } as const;
    const said = (part: Partial<Claim>) => outcomeOf({ ...claim, ...part } as Claim)?.key;
    expect(CLAIM_STATES.map((state) => said({ state, amount: parseDecimal<Amount>('1') }))).toEqual([
      undefined,
      'deposit.claim.found',
      'deposit.claim.added',
      undefined,
    ]);
    for (const because of CLAIM_REFUSALS)
      expect(said({ state: 'refused', refused_because: because })).toBe(
        because === 'other' ? undefined : `deposit.claim.refused.${because}`,
      );
    expect(CLAIM_STATES.filter((state) => isOpen({ state }))).toEqual(['waiting', 'approved']);
  });
});
