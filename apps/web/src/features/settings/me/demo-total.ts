import { holdingsOf, type RateOf, worthOf } from '@app/domain/wallet';
import type { Amount } from '@app/money';
import type { Output } from '@app/protocol';
import type { listWallets } from '@app/protocol/wallet';

type Balance = Omit<Output<typeof listWallets>['list'][number], 'equivalent'>;

/** Returns the value of everything in the demo account, as on the home page; bonus money does not belong to the user yet. */
export const demoTotal = (list: readonly Balance[], rateOf: RateOf): Amount => worthOf(holdingsOf(list), rateOf).total;
