import { coming, type Screen } from '../../data/app/screen.ts';

export const investScreens: readonly Screen[] = [
  coming('/pages/invest/invest', 'public', 'invest.list'),
  coming('/pages/invest/mine', 'user', 'invest.orders'),
  coming('/pages/invest/purchase', 'user', 'invest.buy'),
  coming('/pages/invest/help', 'public', 'invest.help'),
];
