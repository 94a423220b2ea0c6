import { CONTRACT } from '../../proof/weight/browser.ts';
import type { Scene } from './scene.ts';

const POSITIONS = 20;
const MARKETS = ['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'XRP/USDT'] as const;
const MARGIN = '50000';

/** The contract page with longs and shorts alternately, in four markets. */
export const positions: Scene = {
  name: 'contract',
  holding: `${POSITIONS} contract positions`,
  path: CONTRACT,
  prepare: async (send) => {
    await send('/wallet/change', { from_field: 'wallet', to_field: 'contract', currency: 'USDT', number: MARGIN });
    for (let number = 0; number < POSITIONS; number++) {
      const type = number % 2 === 0 ? 'buy' : 'sell';
      const currency_name = MARKETS[number % MARKETS.length] ?? '';
      await send('/lever/submit', { currency_name, type, share: '2', multiple: '5' });
    }
  },
  ready: (page) => page.getByRole('tab', { name: new RegExp(`^Positions\\s*${POSITIONS}`) }),
  field: (page) => page.getByRole('textbox', { name: 'Size', exact: true }),
  keys: [...'0.0123456789'.repeat(3)],
  list: 'ul:has(article)',
  last: (page) => page.getByRole('article').last(),
};
