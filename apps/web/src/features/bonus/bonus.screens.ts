import { coming, type Screen } from '../../data/app/screen.ts';

export const bonusScreens: readonly Screen[] = [
  coming('/pages/index/getusdt', 'public', 'bonus.tasks', 'bonus'),
  coming('/pages/setting/coupon', 'user', 'bonus.coupons', 'bonus'),
  coming('/pages/common/eventPlaza', 'public', 'bonus.events', 'bonus'),
];
