import { move, userAccount } from '@app/domain/ledger';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { classify } from '../torture/ledger-load.ts';
import type { Trial } from '../trial/trial.ts';
import { withTestbed } from './testbed.ts';

/** Tests the classic double-spend race: one balance, many concurrent spenders. */
export const overdraft: Trial = {
  name: 'overdraft',
  claim: '300 parallel transfers of 7 from 1,000 accept exactly 142 and leave 6.',
  touches: [
    'apps/server/src/modules/ledger/',
    'apps/server/src/platform/',
    'packages/domain/src/ledger/',
    'packages/money/',
  ],
  seconds: 6,
  isMoney: true,
  run: () =>
    withTestbed('proof-overdraft', async ({ app, ledger, transact, fund }) => {
      const from = userAccount(1n, 'wallet', 'USDT');
      const to = userAccount(1n, 'exchange', 'USDT');
      await fund(1n, 'wallet', '1000');
      await ledger.open(app.db, 'real', [to]);
      const entries = move(parseDecimal<Amount>('7'), from, to);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 300 }, (_, n) =>
          insist(() =>
            transact((tx) => ledger.post(tx, [{ kind: 'wallet.change', ref: `${n}`, mode: 'real', entries }])),
          ),
        ),
      );
      const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
      const [account] = await ledger.read(app.db, 'real', [from]);
      const left = account === undefined ? 'nothing' : formatDecimal(account.available);
      return { holds: accepted === 142 && left === '6', figure: `${accepted} of 300 accepted, ${left} left` };
    }),
};

/** Retries with the same ref while the outcome is unknown, because a call that waited too long has no answer yet. */
async function insist<Value>(work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (classify(error).kind !== 'unknown') throw error;
    }
  }
}
