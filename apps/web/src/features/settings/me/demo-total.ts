import { type Amount, add, sum } from '@app/money';
import type { Output } from '@app/protocol';
import type { listWallets } from '@app/protocol/wallet';

const CURRENCY = 'USDT';

type Balance = Output<typeof listWallets>['list'][number];

/** Sums all demo dollars in all accounts; bonus money does not belong to the user yet. */
export const demoTotal = (list: readonly Balance[]): Amount =>
  sum(
    list
      .filter(({ account, currency }) => currency === CURRENCY && account !== 'bonus')
      .map(({ available, frozen }) => add(available, frozen)),
  );
