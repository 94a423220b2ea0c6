import { coming, type Screen } from '../../data/app/screen.ts';

export const secondsScreens: readonly Screen[] = [
  coming('/pages/transaction/index2', 'public', 'seconds.trade', 'seconds'),
  coming('/pages/transaction/seconds_order', 'user', 'seconds.orders', 'seconds'),
];
