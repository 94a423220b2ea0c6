import { coming, type Screen } from '../../data/app/screen.ts';

export const ieoScreens: readonly Screen[] = [
  coming('/pages/ieo/ieo', 'public', 'ieo.list', 'ieo'),
  coming('/pages/ieo/subscribe', 'user', 'ieo.subscribe', 'ieo'),
  coming('/pages/ieo/order', 'user', 'ieo.orders', 'ieo'),
];
