import { coming, type Screen } from '../../data/app/screen.ts';

export const miningScreens: readonly Screen[] = [
  coming('/pages/lockming/lockming', 'public', 'mining.list'),
  coming('/pages/lockming/buy', 'user', 'mining.lock'),
  coming('/pages/lockming/order', 'user', 'mining.orders'),
];
