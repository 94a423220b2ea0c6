import { SECONDS } from '../../proof/weight/browser.ts';
import type { Scene } from './scene.ts';

const BETS = 10;
const STAKES = '1000';
/** Of market 1, which the page shows; longer than the measurement. */
const BET = { match_id: '1', currency_name: 'USDT', seconds: '300' } as const;

/** The seconds page with bets on both sides, all of them drawn on its chart. */
export const bets: Scene = {
  name: 'seconds',
  holding: `${BETS} open bets`,
  path: SECONDS,
  prepare: async (send) => {
    await send('/wallet/change', { from_field: 'wallet', to_field: 'seconds', currency: 'USDT', number: STAKES });
    for (let number = 0; number < BETS; number++)
      await send('/microtrade/submit', { ...BET, type: number % 2 === 0 ? '1' : '2', number: String(10 + number) });
  },
  ready: (page) => chips(page).nth(BETS - 1),
  field: (page) => page.getByRole('textbox', { name: 'Stake', exact: true }),
  keys: ['5', 'Backspace', '2', '.', '5', 'Backspace', 'Backspace', 'Backspace'],
  list: 'ul.bets',
  last: (page) => chips(page).last(),
};

const chips = (page: Parameters<Scene['ready']>[0]) =>
  page.getByRole('list', { name: 'Open bets' }).getByRole('listitem');
