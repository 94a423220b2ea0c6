import { coming, type Screen } from '../../data/app/screen.ts';

export const bonusScreens: readonly Screen[] = [
  coming('/pages/index/getusdt', 'public', 'bonus.tasks'),
  coming('/pages/index/activity', 'public', 'bonus.campaigns'),
  coming('/pages/setting/coupon', 'user', 'bonus.coupons'),
  coming('/pages/common/eventPlaza', 'public', 'bonus.events'),
];
