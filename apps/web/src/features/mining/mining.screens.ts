import { coming, type Screen } from '../../data/app/screen.ts';

export const miningScreens: readonly Screen[] = [
  coming('/pages/lockming/lockming', 'public', 'mining.list', 'mining'),
  coming('/pages/lockming/buy', 'user', 'mining.lock', 'mining'),
  coming('/pages/lockming/order', 'user', 'mining.orders', 'mining'),
];
